//! Who may ask: whoever has the token of this launch, by the page's own address, from the page itself.

use axum::body::Body;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};

/// The page may use its own script, style and connections, and nothing else; nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A report is a page of its own without any script; only the review page may frame it.
pub(crate) const REPORT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// A random word that is new with every launch. Whoever has it may use the page.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A token of 128 random bits.
    ///
    /// # Errors
    /// If the operating system has no random numbers.
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The token, as it stands in addresses.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the token; it takes as long for a wrong one whose beginning is right.
    fn is(&self, other: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), other.as_bytes());
        own.len() == other.len() && own.iter().zip(other).fold(0, |different, (a, b)| different | (a ^ b)) == 0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What a request must have to be answered.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    token: Token,
    port: u16,
}

impl Guard {
    pub(crate) fn new(token: Token, port: u16) -> Self {
        Self { token, port }
    }

    fn hosts(&self) -> [String; 2] {
        [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)]
    }

    /// Why a request is not answered, if it is not.
    pub(crate) fn refuses(&self, request: &Request<Body>) -> Option<Response> {
        let headers = request.headers();
        let one = |name: HeaderName| single(headers, &name);
        let hosts = self.hosts();
        let host = one(header::HOST).filter(|host| hosts.iter().any(|known| known == host));
        let Some(host) = host else { return Some(refused(StatusCode::FORBIDDEN)) };
        let origin = one(header::ORIGIN);
        let foreign = headers.contains_key(header::ORIGIN) && origin != Some(format!("http://{host}").as_str());
        // A request that changes something says where it comes from: a form of another page says another place, or "null".
        let unsaid = !matches!(*request.method(), Method::GET | Method::HEAD) && origin.is_none();
        let site = one(HeaderName::from_static("sec-fetch-site"));
        let from_elsewhere = site.is_some_and(|site| !matches!(site, "same-origin" | "none"));
        // Whoever follows a link from another page has no token, and whoever has it types it.
        let token = request.uri().path().split('/').nth(1).unwrap_or_default();
        let stranger = foreign || unsaid || from_elsewhere || !self.token.is(token);
        stranger.then(|| refused(StatusCode::FORBIDDEN))
    }
}

/// The value of a header that is there exactly once.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

fn refused(status: StatusCode) -> Response {
    sealed((status, "refused\n").into_response())
}

/// Every answer is for this page alone, and kept by nobody.
pub(crate) fn sealed(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
