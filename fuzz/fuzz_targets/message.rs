//! Messages of stations: reading never panics; what is read has a good key and one bounded wish, and the
//! command in it is one of a game or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use server::message::{KEY, LONGEST, Wish, read};

fuzz_target!(|text: &str| {
    let (key, wish) = match read(text) {
        Ok(said) => said,
        Err(refused) => {
            assert!(refused.code.starts_with("message.") && !refused.message.is_empty());
            return;
        }
    };
    assert!(text.len() <= LONGEST);
    assert!((1..=KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()));
    match wish {
        Wish::Do(command) => {
            assert!(text.contains(command.get()));
            if let Ok(command) = serde_json::from_str::<paigow::Command>(command.get()) {
                let stored = serde_json::to_string(&command).expect("a command can be stored");
                assert_eq!(serde_json::from_str::<paigow::Command>(&stored).ok(), Some(command));
            }
            if let Ok(command) = serde_json::from_str::<roulette::Command>(command.get()) {
                let stored = serde_json::to_string(&command).expect("a command can be stored");
                assert_eq!(serde_json::from_str::<roulette::Command>(&stored).ok(), Some(command));
            }
        }
        Wish::Chance(bytes) => assert!((1..=64).contains(&bytes.len())),
        Wish::Join(_) | Wish::TopUp(_) | Wish::Leave => {}
    }
});
