//! The two or three settings of a hand, without a heap: a chart asks for 3,620 of them.

use tiles::{Hand, Setting};

/// Up to three different settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few {
    settings: [Setting; 3],
    len: usize,
}

impl Few {
    /// The different settings of a hand.
    pub(crate) fn of(hand: &Hand) -> Self {
        let settings = hand.settings();
        let mut few = Self { settings, len: 0 };
        for setting in settings {
            if !few.as_slice().contains(&setting) {
                few.settings[few.len] = setting;
                few.len += 1;
            }
        }
        few
    }

    /// Those that pass a test.
    pub(crate) fn keep(&self, test: impl Fn(&Setting) -> bool) -> Self {
        let mut kept = Self { settings: self.settings, len: 0 };
        for setting in self.as_slice().iter().filter(|s| test(s)) {
            kept.settings[kept.len] = *setting;
            kept.len += 1;
        }
        kept
    }

    pub(crate) fn as_slice(&self) -> &[Setting] {
        &self.settings[..self.len]
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }
}
