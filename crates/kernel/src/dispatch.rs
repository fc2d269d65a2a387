//! One function for each set of instructions, from one body.

/// Writes a function that runs `body::<L>` compiled for the instructions of a kernel. The body must be `#[inline(always)]`: it is
/// compiled anew, with those instructions, inside of each of the functions here.
macro_rules! dispatched {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) = $body:ident) => {
        $(#[$doc])*
        #[allow(unsafe_code, clippy::too_many_arguments)]
        $vis fn $name(kernel: $crate::Kernel, $($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,avx2")]
            fn vnni($($argument: $type),*) {
                // SAFETY: `Vnni` needs the features of this function.
                unsafe { $body::<$crate::lanes::Vnni>($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) {
                // SAFETY: `Avx2` needs the features of this function.
                unsafe { $body::<$crate::lanes::Avx2>($($argument),*) }
            }
            match kernel.path() {
                // SAFETY: a kernel of this path exists only where the processor was found to have these features.
                #[cfg(target_arch = "x86_64")]
                $crate::path::Path::Avx512Vnni => unsafe { vnni($($argument),*) },
                // SAFETY: the same.
                #[cfg(target_arch = "x86_64")]
                $crate::path::Path::Avx2 => unsafe { avx2($($argument),*) },
                // SAFETY: `Sse2` needs nothing that this architecture may lack.
                #[cfg(target_arch = "x86_64")]
                $crate::path::Path::Sse2 => unsafe { $body::<$crate::lanes::Sse2>($($argument),*) },
                // SAFETY: `Plain` needs nothing.
                $crate::path::Path::Plain => unsafe { $body::<$crate::lanes::Plain>($($argument),*) },
            }
        }
    };
}

pub(crate) use dispatched;
