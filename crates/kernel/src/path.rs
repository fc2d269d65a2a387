//! Which instructions the processor has.

/// A way to compute, by the instructions that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    /// 512-bit vectors with four products of bytes in one instruction.
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    /// 256-bit vectors with two products of 16-bit numbers in one instruction.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 128-bit vectors, which every processor of this architecture has.
    #[cfg(target_arch = "x86_64")]
    Sse2,
    /// What the compiler makes of plain loops.
    Plain,
}

/// A set of instructions that this processor was found to have.
///
/// It can be made only by asking the processor: that is what makes calls of functions compiled for these instructions sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Path);

impl Kernel {
    /// The fastest one of this processor.
    pub fn found() -> Self {
        Self::available()[0]
    }

    /// All that this processor can run, the fastest first. The last one is the plain one.
    pub fn available() -> Vec<Self> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            // `avx2` is asked for too: the functions of the widest path use shorter vectors where those serve.
            let avx2 = std::arch::is_x86_feature_detected!("avx2");
            let wide = std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512vl")
                && std::arch::is_x86_feature_detected!("avx512vnni");
            if avx2 && wide {
                found.push(Self(Path::Avx512Vnni));
            }
            if avx2 {
                found.push(Self(Path::Avx2));
            }
            found.push(Self(Path::Sse2));
        }
        found.push(Self(Path::Plain));
        found
    }

    /// Its name, for figures and reports.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Path::Avx512Vnni => "AVX-512 VNNI",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Path::Sse2 => "SSE2",
            Path::Plain => "plain",
        }
    }

    pub(crate) fn path(self) -> Path {
        self.0
    }
}
