//! Follows events of the dice. No rule is in here.

use crate::event::dice::What;
use crate::{PaiGow, State};

/// Changes the table as an event of this topic says.
pub(super) fn evolve(game: &PaiGow, state: &mut State, what: &What) {
    match what {
        What::CutStolen { value } => {
            state.dice.steal = *value;
            // Adding nothing is not stealing the cut.
            state.dice.stolen = *value != 0;
            if state.dice.stolen && state.cutting.declined && game.total_cuts_stolen() {
                // The changed total chooses, whatever was decided for a banker who named none (reading `stolen-cut`).
                state.cutting.named = None;
            }
        }
        What::Shaken { .. } => state.dice.shaken = true,
        What::DiceCocked => state.dice.shaken = false,
        What::DiceShown { faces, .. } => state.dice.faces = Some(*faces),
        What::BigSmallCalled { .. } => {}
    }
}
