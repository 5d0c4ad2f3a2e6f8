//! Declares the steps of a game: one enum, and the words by which `steps.toml` of a book knows them.

/// Declares `Step`, an enum of the things that happen at a table or stand against happening, each with the word
/// under which a book's `steps.toml` lists its clauses.
///
/// ```
/// game::steps! {
///     /// The ball was spun.
///     BallSpun = "ball-spun",
///     /// Wagers went back.
///     Returned = "returned",
/// }
///
/// assert_eq!(Step::Returned.word(), "returned");
/// assert_eq!(Step::ALL, [Step::BallSpun, Step::Returned]);
/// assert_eq!(Step::WORDS, ["ball-spun", "returned"]);
/// ```
#[macro_export]
macro_rules! steps {
    ($($(#[$doc:meta])* $step:ident = $word:literal,)+) => {
        /// A step of the game, by which its clauses are found in the book.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Step {
            $($(#[$doc])* $step,)+
        }

        impl Step {
            /// Every step, in the order of their declaration, which is that of `step as usize`.
            pub const ALL: &'static [Self] = &[$(Self::$step,)+];

            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word,)+];

            /// The word in `steps.toml`.
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }
        }
    };
}
