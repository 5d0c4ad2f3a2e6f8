//! What must not be read in the database or in a backup of it, sealed under the key of the house.
//!
//! The key is derived from the house's signing key under a label of its own, so whoever has the database
//! and not `house.key` has nothing. The nonce is a keyed hash of what is sealed: the same is sealed the same
//! way again, and no nonce is ever used for two different things.

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use journal::{Hash, Signer};
use std::sync::Arc;

/// How long a nonce is.
const NONCE: usize = 24;

/// Seals and opens what waits on a shelf. Never printed.
#[derive(Clone)]
pub struct Vault(Arc<(XChaCha20Poly1305, [u8; 32])>);

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vault(…)")
    }
}

impl Vault {
    /// The vault of a house.
    pub fn of(signer: &Signer) -> Self {
        let key = signer.derive("houseway/vault/1");
        Self(Arc::new((XChaCha20Poly1305::new(&key.into()), signer.derive("houseway/vault/nonce/1"))))
    }

    /// Seals something that belongs to a place, which is not secret and cannot be swapped for another;
    /// nothing if it is too long to be sealed.
    pub fn seal(&self, place: &str, secret: &[u8]) -> Option<Vec<u8>> {
        let (cipher, key) = &*self.0;
        let Hash(hash) = Hash::of("houseway/vault/nonce/1", &[key, place.as_bytes(), secret]);
        let nonce = XNonce::try_from(&hash[..NONCE]).ok()?;
        let sealed = cipher.encrypt(&nonce, Payload { msg: secret, aad: place.as_bytes() }).ok()?;
        Some([&hash[..NONCE], &sealed].concat())
    }

    /// A hash of something that nobody can try to guess who has not the key of the house.
    pub fn mark(&self, place: &str, secret: &[u8]) -> Hash {
        Hash::of("houseway/vault/mark/1", &[&self.0.1, place.as_bytes(), secret])
    }

    /// Opens what was sealed for a place; nothing if it was not, or by another house.
    pub fn open(&self, place: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
        let nonce = XNonce::try_from(nonce).ok()?;
        self.0.0.decrypt(&nonce, Payload { msg: sealed, aad: place.as_bytes() }).ok()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn vault(key: u8) -> Vault {
        let path = std::env::temp_dir().join(format!("vault_{}_{key}", std::process::id()));
        std::fs::write(&path, hex::encode([key; 32])).unwrap();
        let signer = Signer::at(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        Vault::of(&signer)
    }

    #[test]
    fn only_the_house_opens_what_it_sealed_and_only_where_it_belongs() {
        let (house, other) = (vault(1), vault(2));
        let sealed = house.seal("table/a", b"a secret of the house").unwrap();
        assert!(!sealed.windows(6).any(|window| window == b"secret"));
        assert_eq!(house.open("table/a", &sealed).unwrap(), b"a secret of the house");
        assert_eq!(house.open("table/b", &sealed), None, "of another place");
        assert_eq!(other.open("table/a", &sealed), None, "of another house");
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert_eq!(house.open("table/a", &changed), None, "byte {place} changed");
            assert_eq!(house.open("table/a", &sealed[..place]), None, "cut at {place}");
        }
        assert_ne!(house.seal("table/a", b"another"), house.seal("table/b", b"another"));
    }
}
