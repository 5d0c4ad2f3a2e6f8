//! Whom a proxy speaks for. Only proxies that the house trusts are believed, and only in the one way that
//! the house was told: a header that a proxy does not write itself is whatever a stranger wrote.

use crate::config::{Config, ProxySays};
use axum::http::{HeaderMap, header};
use ppp::{HeaderResult, v1, v2};
use std::net::{IpAddr, SocketAddr};
use tokio::io::{AsyncRead, AsyncReadExt};

/// The longest head of the PROXY protocol, with a few fields of the proxy's own.
const LONGEST: usize = 1024;

impl Config {
    /// Whether an address is a proxy's that the house trusts.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies.iter().any(|known| known.to_canonical() == address)
    }

    /// Whether what comes from there begins with a head of the PROXY protocol.
    pub fn heads(&self, address: IpAddr) -> bool {
        self.proxy_says == ProxySays::ProxyProtocol && self.trusts(address)
    }
}

/// Reads the head of the PROXY protocol, and not a byte more: whom it speaks for, or the proxy itself if it
/// speaks for nobody. Nothing if it is no head.
pub async fn read_head<S: AsyncRead + Unpin>(stream: &mut S, peer: SocketAddr) -> Option<SocketAddr> {
    let mut head = Vec::with_capacity(128);
    while !is_whole(&head)? {
        head.push(stream.read_u8().await.ok()?);
    }
    match HeaderResult::parse(&head) {
        HeaderResult::V1(Ok(head)) => Some(match head.addresses {
            v1::Addresses::Tcp4(four) => (four.source_address, four.source_port).into(),
            v1::Addresses::Tcp6(six) => (six.source_address, six.source_port).into(),
            v1::Addresses::Unknown => peer,
        }),
        HeaderResult::V2(Ok(head)) => Some(match (head.command, head.addresses) {
            (v2::Command::Proxy, v2::Addresses::IPv4(four)) => (four.source_address, four.source_port).into(),
            (v2::Command::Proxy, v2::Addresses::IPv6(six)) => (six.source_address, six.source_port).into(),
            _ => peer,
        }),
        _ => None,
    }
}

/// Whether a head has come to its end; nothing if it cannot become one.
fn is_whole(head: &[u8]) -> Option<bool> {
    let begins = |prefix: &[u8]| head.starts_with(prefix) || prefix.starts_with(head);
    let fits =
        (begins(v2::PROTOCOL_PREFIX) || begins(v1::PROTOCOL_PREFIX.as_bytes())) && head.len() < LONGEST;
    let length = match head.get(14..16) {
        Some(&[high, low]) if head.starts_with(v2::PROTOCOL_PREFIX) => {
            Some(16 + usize::from(u16::from_be_bytes([high, low])))
        }
        _ => None,
    };
    let text =
        head.starts_with(v1::PROTOCOL_PREFIX.as_bytes()) && head.ends_with(v1::PROTOCOL_SUFFIX.as_bytes());
    fits.then_some(text || length.is_some_and(|length| head.len() >= length))
}

/// Whose request it is: the last address in the header that is no proxy's of ours. A proxy without a header asks for
/// itself; nothing if the header names nobody.
pub fn client(config: &Config, peer: SocketAddr, headers: &HeaderMap) -> Option<SocketAddr> {
    if !config.trusts(peer.ip()) {
        return Some(peer);
    }
    let listed = match config.proxy_says {
        ProxySays::ProxyProtocol => return Some(peer),
        ProxySays::XForwardedFor => {
            listed(headers, "x-forwarded-for", |line| line.split(',').map(address).collect())
        }
        ProxySays::Forwarded => listed(headers, header::FORWARDED.as_str(), |line| {
            // A line that is not well formed says nothing: where its quotes end is anybody's guess.
            forwarded(line).unwrap_or_else(|| vec![None])
        }),
    };
    let mut last = peer;
    for address in listed.into_iter().rev() {
        // What stands before something that is no address was not written by a proxy of ours.
        last = SocketAddr::new(address?, 0);
        if !config.trusts(last.ip()) {
            break;
        }
    }
    Some(last)
}

/// The addresses of a header, in the order in which they were passed on.
fn listed(
    headers: &HeaderMap,
    name: &str,
    read: impl Fn(&str) -> Vec<Option<IpAddr>>,
) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all(name).iter().map(|line| line.to_str().unwrap_or_default());
    lines.flat_map(read).collect()
}

/// Whom each element of a line of `Forwarded` (RFC 7239) is for: pairs of a name and a token or a text in quotes, in
/// which a comma or a semicolon is a letter like others.
fn forwarded(line: &str) -> Option<Vec<Option<IpAddr>>> {
    let (mut all, mut whom, mut rest) = (Vec::new(), None, line.trim());
    loop {
        let (name, after) = rest.split_once('=')?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => {
                let (value, after) = quoted.split_at(end_of_quotes(quoted)?);
                (value, &after[1..])
            }
            None => after.split_at(after.find([',', ';', '"']).unwrap_or(after.len())),
        };
        if name.contains(['"', ',', ';']) {
            return None;
        }
        let after = after.trim_start();
        if name.trim().eq_ignore_ascii_case("for") {
            whom = address(value);
        }
        match after.chars().next() {
            Some(';') => {}
            Some(',') => all.push(whom.take()),
            None => {
                all.push(whom);
                return Some(all);
            }
            Some(_) => return None,
        }
        rest = after[1..].trim_start();
    }
}

/// Where a text in quotes ends, from its first letter on.
fn end_of_quotes(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.find(|letter| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    })
}

/// An address, perhaps in quotes, in brackets or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn house(says: ProxySays) -> Config {
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), "nowhere".into());
        config.trusted_proxies = vec!["192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap()];
        config.proxy_says = says;
        config
    }

    fn asked(says: ProxySays, peer: &str, lines: &[(&'static str, &str)]) -> String {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        let client = client(&house(says), SocketAddr::new(peer.parse().unwrap(), 4000), &headers);
        client.map_or("nobody".into(), |client| client.ip().to_string())
    }

    #[test]
    fn a_proxy_of_ours_says_who_asks_and_nobody_else_does() {
        let by_list =
            |peer: &str, lines: &[(&'static str, &str)]| asked(ProxySays::XForwardedFor, peer, lines);
        let list = "x-forwarded-for";
        assert_eq!(by_list("203.0.113.9", &[(list, "198.51.100.1")]), "203.0.113.9", "not ours");
        assert_eq!(by_list("192.0.2.1", &[(list, "198.51.100.1")]), "198.51.100.1");
        assert_eq!(by_list("::ffff:192.0.2.1", &[(list, "198.51.100.1")]), "198.51.100.1");
        assert_eq!(by_list("192.0.2.1", &[(list, "6.6.6.6, 198.51.100.1, 192.0.2.2")]), "198.51.100.1");
        assert_eq!(by_list("192.0.2.1", &[(list, "6.6.6.6"), (list, "198.51.100.1:81")]), "198.51.100.1");
        assert_eq!(by_list("192.0.2.1", &[(list, "6.6.6.6, hidden")]), "nobody");
        assert_eq!(by_list("192.0.2.1", &[(list, "6.6.6.6, hidden, 192.0.2.2")]), "nobody");
        assert_eq!(by_list("192.0.2.1", &[(list, "hidden, 198.51.100.1, 192.0.2.2")]), "198.51.100.1");
        assert_eq!(by_list("192.0.2.1", &[(list, "")]), "nobody");
        assert_eq!(by_list("192.0.2.1", &[]), "192.0.2.1", "it asks for itself");
        assert_eq!(by_list("192.0.2.1", &[("forwarded", "for=6.6.6.6")]), "192.0.2.1", "not told to");
        let by_element = |lines: &[(&'static str, &str)]| asked(ProxySays::Forwarded, "192.0.2.1", lines);
        let element = "forwarded";
        let two = "for=6.6.6.6;proto=http, proto=https;For=\"[2001:db8::7]:4711\"";
        assert_eq!(by_element(&[(element, two)]), "2001:db8::7");
        assert_eq!(by_element(&[(element, "for=_secret")]), "nobody");
        // What a client has a proxy put into quotes is no element of its own.
        let host = "for=6.6.6.6, for=198.51.100.1;host=\"a, for=9.9.9.9\"";
        assert_eq!(by_element(&[(element, host)]), "198.51.100.1");
        let escaped = "for=198.51.100.1;host=\"a\\\", for=9.9.9.9\"; proto=http";
        assert_eq!(by_element(&[(element, escaped)]), "198.51.100.1");
        for odd in [
            "for=9.9.9.9;x=\", for=198.51.100.1;host=\"a\"",
            "for=\"9.9.9.9",
            "for=9.9.9.9,",
            "9.9.9.9",
            "for=9.9.9.9\"",
        ] {
            assert_eq!(by_element(&[(element, odd)]), "nobody", "{odd}");
        }
        assert_eq!(by_element(&[(list, "6.6.6.6")]), "192.0.2.1", "not told to");
        assert_eq!(asked(ProxySays::ProxyProtocol, "192.0.2.1", &[(list, "6.6.6.6")]), "192.0.2.1");
    }

    #[tokio::test]
    async fn a_head_says_who_is_behind_the_proxy_and_leaves_the_rest() {
        let peer: SocketAddr = "192.0.2.1:4000".parse().unwrap();
        let mut long = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\x00\x0f".to_vec();
        long.extend([203, 0, 113, 7, 192, 0, 2, 1, 0x10, 0, 0, 80, 4, 0, 0]);
        let mut local = b"\r\n\r\n\0\r\nQUIT\n\x20\x00\x00\x00".to_vec();
        for (head, behind) in [
            (b"PROXY TCP4 203.0.113.7 192.0.2.1 4096 80\r\n".to_vec(), Some("203.0.113.7:4096")),
            (b"PROXY TCP6 2001:db8::7 2001:db8::1 4096 80\r\n".to_vec(), Some("[2001:db8::7]:4096")),
            (b"PROXY UNKNOWN\r\n".to_vec(), Some("192.0.2.1:4000")),
            (std::mem::take(&mut long), Some("203.0.113.7:4096")),
            (std::mem::take(&mut local), Some("192.0.2.1:4000")),
            (b"PROXY TCP4 203.0.113.700 192.0.2.1 4096 80\r\n".to_vec(), None),
            (b"GET / HTTP/1.1\r\n\r\n".to_vec(), None),
            (b"\x16\x03\x01\x02\x00".to_vec(), None),
            (b"PROXY TCP4 2".to_vec(), None),
            ([b"PROXY TCP4 ".as_slice(), &[b'1'; 2000]].concat(), None),
        ] {
            let sent = [head.as_slice(), b"GET /"].concat();
            let mut stream = sent.as_slice();
            let found = read_head(&mut stream, peer).await.map(|address| address.to_string());
            assert_eq!(found.as_deref(), behind, "{}", String::from_utf8_lossy(&head));
            if behind.is_some() {
                assert_eq!(stream, b"GET /", "{}", String::from_utf8_lossy(&head));
            }
        }
    }
}
