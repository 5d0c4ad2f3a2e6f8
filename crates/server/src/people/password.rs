//! Passwords: which are good enough, and their digests by Argon2id.
//!
//! A digest takes memory and time on purpose. At most two are made at once, on threads of their own and in memory that is
//! used again, so that it does not add up, and only so many may wait, so that attempts to sign in cannot take the machine from the tables. Strangers have one
//! turn at a time and places of their own: whoever is known waits for none of them. A name that does not exist
//! costs as much as one that does.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use game::Refusal;
use journal::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

/// How many digests are made at once, and of these for strangers.
const AT_ONCE: usize = 2;
const STRANGERS: usize = 1;
/// How many more may wait.
const WAITING: usize = 64;
/// Characters of a password.
const LENGTH: std::ops::RangeInclusive<usize> = 10..=128;

/// What a digest costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    kibibytes: u32,
    passes: u32,
}

impl Cost {
    /// What OWASP asks for: 19 MiB, two passes, one lane.
    pub const OWASP: Self = Self { kibibytes: 19 * 1024, passes: 2 };
    /// As little as there is: for tests.
    pub const LEAST: Self = Self { kibibytes: 8, passes: 1 };

    fn params(self) -> Params {
        Params::new(self.kibibytes, self.passes, 1, None).unwrap_or_default()
    }

    /// A digest of this cost that no password has.
    fn nobody(self) -> Digest {
        let (salt, output) = ("A".repeat(22), "A".repeat(43));
        Digest(format!("$argon2id$v=19$m={},t={},p=1${salt}${output}", self.kibibytes, self.passes).into())
    }
}

/// A password on its way: printed nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(Arc<str>);

impl Password {
    /// Text that somebody typed.
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// Whether it may be the password of somebody with this name.
    ///
    /// # Errors
    /// `people.password`, without the password.
    pub fn good_for(&self, name: &str) -> Result<(), Refusal> {
        let (length, least, most) = (self.0.chars().count(), LENGTH.start(), LENGTH.end());
        if !LENGTH.contains(&length) {
            let message = format!("a password of {length} characters, expected {least} to {most}");
            return Err(Refusal::plain("people.password", message));
        }
        if self.0.trim().to_lowercase() == name {
            return Err(Refusal::plain("people.password", "the password is the same as the name"));
        }
        Ok(())
    }

    /// Whether it is longer than any password is.
    fn too_long(&self) -> bool {
        self.0.len() > 4 * LENGTH.end()
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// A password's digest, with its salt and what it costs: printed nowhere.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Digest(Arc<str>);

impl Digest {
    /// As it was kept; `None` if it is none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        PasswordHash::new(text).ok().map(|_| Self(text.into()))
    }

    /// By which the records know it. It has its salt in it, so that nobody guesses it from there.
    pub fn hash(&self) -> String {
        Hash::of("houseway/digest", &[self.0.as_bytes()]).to_string()
    }

    /// To be kept.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.as_bytes().to_vec()
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Digest(…)")
    }
}

/// What a digest is made in; it keeps the size of the greatest.
#[derive(Default)]
struct Memory(Vec<Block>);

impl Memory {
    /// What a password and a salt come to, by Argon2id.
    fn output(&mut self, params: &Params, password: &[u8], salt: &[u8]) -> Option<Output> {
        if self.0.len() < params.block_count() {
            self.0 = vec![Block::new(); params.block_count()];
        }
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN))?;
        argon.hash_password_into_with_memory(password, salt, output, &mut self.0).ok()?;
        Output::new(output).ok()
    }

    /// The digest of a password, with a salt.
    fn digest(&mut self, params: &Params, password: &[u8], salt: &[u8]) -> Option<Digest> {
        let made = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(params).ok()?,
            salt: Some(Salt::new(salt).ok()?),
            hash: Some(self.output(params, password, salt)?),
        };
        Some(Digest(made.to_string().into()))
    }

    /// Whether a password has a digest; nothing if it is none of ours.
    fn matches(&mut self, password: &[u8], digest: &Digest) -> Option<bool> {
        let digest = PasswordHash::new(&digest.0).ok()?;
        let ours = digest.algorithm == Algorithm::Argon2id.ident()
            && digest.version.is_none_or(|version| version == u32::from(Version::V0x13));
        let (salt, expected) = (digest.salt?, digest.hash?);
        let output = self.output(&Params::try_from(&digest).ok()?, password, &salt)?;
        Some(ours && bool::from(output.as_bytes().ct_eq(expected.as_bytes())))
    }
}

/// Where digests are made.
pub(super) struct Mill {
    cost: Cost,
    nobody: Digest,
    turns: Arc<Semaphore>,
    strangers: Arc<Semaphore>,
    /// What digests are made in, while none is: a piece for each that is made at once.
    memory: Arc<Mutex<Vec<Memory>>>,
    /// Strangers, and those who are known.
    waiting: [AtomicUsize; 2],
}

/// One who waits, or whose turn it is.
struct Place<'m>(&'m AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Mill {
    pub fn new(cost: Cost) -> Self {
        let [turns, strangers] = [AT_ONCE, STRANGERS].map(|most| Arc::new(Semaphore::new(most)));
        let (memory, waiting) = (Arc::default(), Default::default());
        Self { cost, nobody: cost.nobody(), turns, strangers, memory, waiting }
    }

    /// A digest that no password has.
    pub const fn nobody(&self) -> &Digest {
        &self.nobody
    }

    /// The digest of a password, with fresh salt.
    ///
    /// # Errors
    /// `sign-in.busy`.
    pub async fn digest(&self, password: &Password) -> Result<Digest, Refusal> {
        let (cost, password) = (self.cost, password.clone());
        self.turn(true, move |memory| {
            let mut salt = [0; 16];
            getrandom::fill(&mut salt).ok()?;
            memory.digest(&cost.params(), password.0.as_bytes(), &salt)
        })
        .await?
        .ok_or_else(busy)
    }

    /// Whether a password has a digest. With none the answer is no, after the same work. `known` says whether whoever
    /// tries has signed in from there before.
    ///
    /// # Errors
    /// `sign-in.busy`.
    pub async fn matches(
        &self,
        password: &Password,
        digest: Option<Digest>,
        known: bool,
    ) -> Result<bool, Refusal> {
        let here = known;
        let known = digest.is_some() && !password.too_long();
        let digest = digest.unwrap_or_else(|| self.nobody.clone());
        let password = if password.too_long() { Password::new("") } else { password.clone() };
        let matches = self.turn(here, move |memory| memory.matches(password.0.as_bytes(), &digest)).await?;
        Ok(known && matches.unwrap_or(false))
    }

    /// Does something heavy when there is room, for somebody who is known or a stranger.
    async fn turn<T: Send + 'static>(
        &self,
        known: bool,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let waiting = &self.waiting[usize::from(known)];
        let before = waiting.fetch_add(1, Ordering::Relaxed);
        let _place = Place(waiting);
        if before >= AT_ONCE + WAITING {
            return Err(busy());
        }
        let strangers = match known {
            true => None,
            false => Some(self.strangers.clone().acquire_owned().await.map_err(|_| busy())?),
        };
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
        let memory = self.memory.clone();
        let work = move || {
            // Whoever asked may go: the turn ends with the work.
            let _turn = (strangers, turn);
            let mut own = lock(&memory).pop().unwrap_or_default();
            let done = work(&mut own);
            lock(&memory).push(own);
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| busy())
    }
}

fn lock(memory: &Mutex<Vec<Memory>>) -> MutexGuard<'_, Vec<Memory>> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

fn busy() -> Refusal {
    Refusal::plain("sign-in.busy", format!("more than {WAITING} wait to sign in, try again in a moment"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_have_bounds_and_are_not_the_name() {
        let refused = |text: &str| Password::new(text).good_for("somebody.long").unwrap_err();
        for text in ["", "123456789", &"x".repeat(129), "Somebody.Long", " somebody.long "] {
            let refused = refused(text);
            assert_eq!(refused.code, "people.password");
            assert!(text.is_empty() || !refused.message.contains(text.trim()), "{refused:?}");
        }
        for text in ["1234567890", &"é".repeat(128)] {
            assert!(Password::new(text).good_for("somebody.long").is_ok());
        }
    }

    #[tokio::test]
    async fn digests_are_argon2id_at_the_cost_that_is_asked_for_and_salted() {
        let mill = Mill::new(Cost::OWASP);
        let password = Password::new("correct horse");
        let (one, other) = (mill.digest(&password).await.unwrap(), mill.digest(&password).await.unwrap());
        assert!(one.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", one.0);
        assert_ne!(one, other);
        assert_eq!(one.0.len(), mill.nobody.0.len());
        assert!(mill.matches(&password, Some(one.clone()), true).await.unwrap());
        assert!(!mill.matches(&Password::new("correct horsf"), Some(one.clone()), true).await.unwrap());
        assert!(!mill.matches(&password, None, true).await.unwrap());
        assert_eq!(Digest::read(&one.bytes()), Some(one.clone()));
        assert_eq!(format!("{one:?} {password:?}"), "Digest(…) Password(…)");
        assert!(PasswordHash::new(&mill.nobody.0).is_ok(), "nobody's digest is worked on like any other");
    }

    /// However many passwords are tried, on whatever threads, they are tried in the same memory.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn digests_are_made_in_memory_that_is_used_again() {
        let mill = Arc::new(Mill::new(Cost::OWASP));
        let pieces = |mill: &Mill| {
            let mut all: Vec<_> =
                lock(&mill.memory).iter().map(|one| (one.0.as_ptr() as usize, one.0.len())).collect();
            all.sort_unstable();
            all
        };
        let tries = async || {
            let all: Vec<_> = (0..6)
                .map(|one| {
                    let mill = mill.clone();
                    let tries =
                        async move { mill.matches(&Password::new("wrong horse."), None, one % 2 == 0).await };
                    // Whoever goes is still waited for.
                    let tries = tokio::spawn(tries);
                    if one == 5 {
                        tries.abort();
                    }
                    tries
                })
                .collect();
            for one in all {
                assert!(one.await.map_or(true, |tried| !tried.unwrap()));
            }
            while mill.turns.available_permits() < AT_ONCE {
                tokio::task::yield_now().await;
            }
        };
        tries().await;
        let first = pieces(&mill);
        assert!((1..=AT_ONCE).contains(&first.len()), "{first:?}");
        assert!(first.iter().all(|(_, blocks)| *blocks == 19 * 1024), "{first:?}");
        tries().await;
        let then = pieces(&mill);
        assert!(
            then.len() <= AT_ONCE && first.iter().all(|piece| then.contains(piece)),
            "{first:?} {then:?}"
        );
    }

    #[tokio::test]
    async fn a_name_that_is_not_there_costs_as_much() {
        let mill = Mill::new(Cost::OWASP);
        let password = Password::new("correct horse");
        let digest = mill.digest(&password).await.unwrap();
        // The least of several is what the work takes when nothing else runs.
        let mut least = [std::time::Duration::MAX; 2];
        for _ in 0..5 {
            for (slot, digest) in [Some(digest.clone()), None].into_iter().enumerate() {
                let start = std::time::Instant::now();
                mill.matches(&Password::new("wrong horse."), digest, false).await.unwrap();
                least[slot] = least[slot].min(start.elapsed());
            }
        }
        assert!(least[1] * 2 > least[0] && least[0] * 2 > least[1], "{least:?}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn only_two_work_at_once_and_only_so_many_wait() {
        let mill = Arc::new(Mill::new(Cost::LEAST));
        let (working, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let all: Vec<_> = (0..AT_ONCE + WAITING + 10)
            .map(|_| {
                let (mill, working, most) = (mill.clone(), working.clone(), most.clone());
                tokio::spawn(async move {
                    mill.turn(true, move |_| {
                        most.fetch_max(working.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::sleep(std::time::Duration::from_millis(5));
                        working.fetch_sub(1, Ordering::SeqCst);
                    })
                    .await
                })
            })
            .collect();
        let mut refused = 0;
        for one in all {
            if let Err(no) = one.await.unwrap() {
                assert_eq!(no.code, "sign-in.busy");
                refused += 1;
            }
        }
        assert_eq!(most.load(Ordering::SeqCst), AT_ONCE);
        assert!((1..=10).contains(&refused), "{refused}");
        assert!(mill.waiting.iter().all(|waiting| waiting.load(Ordering::SeqCst) == 0));
    }

    /// However many strangers wait, somebody who is known has a turn at once.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn strangers_hold_up_nobody_who_is_known() {
        let mill = Arc::new(Mill::new(Cost::LEAST));
        let slow = |_: &mut Memory| std::thread::sleep(std::time::Duration::from_millis(200));
        let strangers: Vec<_> = (0..AT_ONCE + WAITING)
            .map(|_| {
                let mill = mill.clone();
                tokio::spawn(async move { mill.turn(false, slow).await })
            })
            .collect();
        while mill.waiting[0].load(Ordering::SeqCst) < AT_ONCE + WAITING {
            tokio::task::yield_now().await;
        }
        assert_eq!(mill.turn(false, |_| ()).await.unwrap_err().code, "sign-in.busy");
        let begun = std::time::Instant::now();
        mill.turn(true, |_| ()).await.unwrap();
        assert!(begun.elapsed().as_millis() < 150, "{:?}", begun.elapsed());
        strangers.iter().for_each(|one| one.abort());
    }
}
