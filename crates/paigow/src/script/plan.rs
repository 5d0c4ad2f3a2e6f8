//! The plan of a deal: dice, cut, and the tiles that each area is to get; the wall that does it.
//!
//! The wall is found by trying: a wall whose tiles are numbered is dealt on a copy of the table, so that
//! the plan knows nothing of lots, counting or cuts.

use super::pattern::{Token, matches, tokens};
use super::scene::Scene;
use crate::{Chance, Command, Faces, Phase, What, command, event};
use game::{Context, Game as _};
use rulebook::{Method, Orientation};
use tiles::{Tile, parse_tiles};

/// Areas, or lots, with their tiles.
type Tiles = Vec<(u8, Vec<Tile>)>;

/// The wall, and every area's tiles.
type Laid = (Box<[Tile; 32]>, Vec<[Tile; 4]>);

/// What the script wants to come.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    dice: Vec<u8>,
    cut_die: Option<u8>,
    third: Option<u8>,
    pub(super) cut: Option<(String, Option<Orientation>)>,
    pub(super) steal: Option<i8>,
    chung: Option<u8>,
    /// Areas with the tiles named for them, fewer than four being filled up.
    tiles: Tiles,
}

/// The parts of a plan.
pub(super) const FORMS: &[&str] = &[
    "dice DICE",
    "cut die N",
    "big-small die N",
    "no cut",
    "cut CUT",
    "steal N",
    "chung N",
    "[tiles|areas] LOTS",
];

/// Every area's tiles and the wall, as planned.
pub(super) struct Deal {
    pub(super) order: Box<[Tile; 32]>,
    pub(super) cut: (String, Orientation),
    hands: Vec<[Tile; 4]>,
}

impl Deal {
    /// The four tiles of an area.
    pub(super) fn hand(&self, area: u8) -> Option<[Tile; 4]> {
        self.hands.get(usize::from(area).checked_sub(1)?).copied()
    }
}

/// Splits at commas outside quotes.
fn parts(text: &str) -> Vec<&str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
    .collect()
}

impl Plan {
    /// Whether anything is planned.
    pub(super) fn is_empty(&self) -> bool {
        self.dice.is_empty() && self.cut_die.is_none() && self.cut.is_none() && self.tiles.is_empty()
    }

    /// Adds what a plan line says; what it says again counts anew.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    pub(super) fn read(&mut self, text: &str, scene: &Scene) -> Result<(), (String, String)> {
        let game = &scene.game;
        let dice = game.throw(|| 1);
        let boxes = dice.boxes.iter().filter(|face| **face != 0).count();
        let areas = scene.table.areas.len() as i64;
        for part in parts(text) {
            let words: Vec<Token<'_>> = tokens(part).unwrap_or_default();
            let found = FORMS.iter().find_map(|form| Some((*form, matches(form, &words)?)));
            let Some((form, caught)) = found else {
                return Err((format!("{part} plans nothing"), format!("one of: {}", FORMS.join("; "))));
            };
            let wrong = |right: String| (format!("{part} cannot be planned here"), right);
            let die = |has: bool, name: &str| match caught.fits(1, 6) {
                Ok(face) if has => Ok(Some(face)),
                _ if !has => Err(wrong(format!("a table with a {name}"))),
                _ => Err(wrong(format!("a {name} of 1 to 6"))),
            };
            match form {
                "dice DICE" => {
                    let faces = caught.dice.iter().all(|face| (1..=6).contains(face));
                    if caught.dice.len() != boxes || !faces {
                        let dice =
                            if boxes == 1 { "1 box die".to_string() } else { format!("{boxes} box dice") };
                        return Err(wrong(format!("{dice} of 1 to 6")));
                    }
                    self.dice.clone_from(&caught.dice);
                }
                "cut die N" => self.cut_die = die(dice.cut.is_some(), "cut die")?,
                "big-small die N" => self.third = die(dice.big_small.is_some(), "big-small die")?,
                "no cut" => self.cut = None,
                "cut CUT" => {
                    let (name, turned) = caught.cut.unwrap_or_default();
                    self.cut = Some((known_cut(scene, name, turned).map_err(wrong)?, turned));
                }
                "steal N" => {
                    self.steal = Some(caught.fits(-4, 4).map_err(|_| wrong("steal -4 to 4".to_string()))?)
                }
                "chung N" => {
                    let right = |_| wrong(format!("an area of 1 to {areas}"));
                    self.chung = Some(caught.fits(1, areas).map_err(right)?);
                }
                _ => {
                    let beyond =
                        caught.lots.iter().find(|(area, _)| !(1..=areas).contains(&i64::from(*area)));
                    if beyond.is_some() {
                        return Err(wrong(format!("areas 1 to {areas}")));
                    }
                    self.tiles = named(&caught.lots)?;
                }
            }
        }
        Ok(())
    }

    /// The tiles that an area was to get and did not, with those it got; nothing where the engine does not
    /// know the tiles.
    fn missed(&self, scene: &Scene) -> Option<(u8, String, String)> {
        let ids =
            |tiles: &[Tile]| tiles.iter().map(|tile| tile.rank().to_string()).collect::<Vec<_>>().join(" ");
        self.tiles.iter().find_map(|(area, planned)| {
            let dealt = scene.table.area(*area)?.hand.as_ref()?.known()?;
            let missing = planned.iter().any(|tile| !dealt.contains(tile));
            missing.then(|| (*area, ids(planned), ids(&dealt)))
        })
    }

    /// The faces that the dice are to show.
    pub(super) fn faces(&self, scene: &Scene) -> Faces {
        let mut faces = scene.game.throw(|| 1);
        for (place, face) in faces.boxes.iter_mut().enumerate() {
            match self.dice.get(place) {
                Some(planned) => *face = *planned,
                None if self.dice.is_empty() && *face != 0 => *face = place as u8 + 1,
                None => {}
            }
        }
        faces.cut = self.cut_die.or(faces.cut);
        faces.big_small = self.third.or(faces.big_small.map(|_| 3));
        faces
    }

    /// What is to come at this table.
    ///
    /// # Errors
    /// Why the plan cannot be dealt here.
    pub(super) fn deal(&self, scene: &Scene) -> Result<Deal, String> {
        let mut table = scene.table.clone();
        table.phase = Phase::Wall;
        let numbered = <[Tile; 32]>::try_from(ranked()).ok().map(Box::new);
        // Electronic tiles have no order before they are dealt.
        let drawn = numbered.clone().filter(|_| scene.game.setup.chance == Chance::Electronic);
        table.wall.order = numbered;
        (table.wall.stacked, table.wall.shuffle_owed, table.wall.laja_owed) = (true, false, false);
        (table.cutting.closed, table.dice.shaken, table.bank.short) = (true, true, None);
        if let Some(chung) = self.chung.filter(|chung| *chung != table.bank.chung) {
            table.bank.chung = chung;
            table.bank.method = Method::House;
            table.bank.holders.clear();
        }
        table.dice.faces = table.dice.faces.or(Some(self.faces(scene)));
        if let Some(steal) = self.steal.filter(|_| !table.dice.stolen && table.bank.method != Method::House) {
            (table.dice.steal, table.dice.stolen) = (steal, true);
        }
        let cut = match table.cutting.named.clone() {
            Some(cut) => cut,
            None => self.chosen(scene, &mut table)?,
        };
        table.cutting.named = Some(cut.clone());
        let dealer = Context::new(scene.dealer(), scene.now);
        let decided = scene
            .game
            .decide(&table, &Command::Hand(command::hand::Command::Deal { order: drawn }), &dealer)
            .map_err(|refusal| refusal.to_string())?;
        let dealt = decided.events.into_iter().find_map(|event| {
            let What::Hand(event::hand::What::Dealt { hands, .. }) = event.what else { return None };
            Some(hands)
        });
        let places = dealt.unwrap_or_default();
        let (order, hands) = self.laid(&places)?;
        Ok(Deal { order, cut, hands })
    }

    /// The cut: the plan's, or the first that whoever decides it may name.
    fn chosen(&self, scene: &Scene, table: &mut crate::State) -> Result<(String, Orientation), String> {
        let cuts = &scene.game.cuts;
        let house = table.bank.method == Method::House;
        table.cutting.declined = !house && self.cut.is_none();
        let mut who = vec![scene.dealer()];
        who.extend(scene.supervisors());
        let may = |cut: &str, orientation: Orientation| {
            let command = Command::Cut(command::cut::Command::NameCut { cut: cut.to_string(), orientation });
            who.iter().any(|p| scene.game.decide(table, &command, &Context::new(*p, scene.now)).is_ok())
        };
        if let Some((name, turned)) = &self.cut {
            let known = cuts.cut(name);
            let turned = turned.or(known.map(|cut| cut.default_orientation())).unwrap_or_default();
            let name = known.map_or(name.as_str(), |cut| cut.name.as_str());
            // A banker names any cut; the House leaves it to the dice.
            if !house || may(name, turned) {
                return Ok((name.to_string(), turned));
            }
        }
        for cut in &cuts.cuts {
            let usual = cut.default_orientation();
            let others = cut.orientations().filter(|turned| *turned != usual);
            let mut all = std::iter::once(usual).chain(others);
            if let Some(turned) = all.find(|turned| may(&cut.name, *turned)) {
                return Ok((cut.name.clone(), turned));
            }
        }
        Err("nobody may name a cut with these dice".to_string())
    }

    /// Lays the tiles where they will be dealt from; what the plan leaves open is filled in rank order.
    fn laid(&self, places: &[Option<[Option<Tile>; 4]>]) -> Result<Laid, String> {
        let used = |tile: &Tile| self.tiles.iter().any(|(_, tiles)| tiles.contains(tile));
        let mut rest = Tile::all().filter(|tile| !used(tile));
        let mut order: [Option<Tile>; 32] = [None; 32];
        let mut hands = Vec::new();
        for (area, places) in (1u8..).zip(places) {
            let planned = self.tiles.iter().find(|(number, _)| *number == area);
            let mut planned = planned.map_or(&[][..], |(_, tiles)| tiles).iter().copied();
            let mut hand = Vec::new();
            for place in places.iter().flatten().flatten() {
                let tile = planned.next().or_else(|| rest.next()).ok_or("the plan has too many tiles")?;
                order[usize::from(place.place())] = Some(tile);
                hand.push(tile);
            }
            hands.extend(<[Tile; 4]>::try_from(hand).ok());
        }
        if let Some((area, _)) =
            self.tiles.iter().find(|(area, _)| usize::from(*area) > places.len() || *area == 0)
        {
            return Err(format!("the plan has tiles for area {area}, there are {}", places.len()));
        }
        let order: Vec<Tile> = order.into_iter().filter_map(|tile| tile.or_else(|| rest.next())).collect();
        let order = order.try_into().map_err(|_| "the plan leaves tiles out".to_string())?;
        Ok((Box::new(order), hands))
    }
}

impl Scene {
    /// Whether the deal was what the plan said.
    ///
    /// # Errors
    /// The first area that got other tiles, or another cut than the plan's.
    pub(super) fn as_planned(&self) -> Result<(), String> {
        if let Some((area, planned, dealt)) = self.plan.missed(self) {
            return Err(format!(
                "area {area} was to get {planned} and got {dealt}: plan tiles, dice, cut and steal before the shuffle"
            ));
        }
        let named = self.table.cutting.named.as_ref().map(|(name, _)| name);
        match (&self.plan.cut, named) {
            (Some((planned, _)), Some(named)) if planned != named => Err(format!(
                "the cut was to be {planned} and was {named}: the dice, or whoever banks, chose it"
            )),
            _ => Ok(()),
        }
    }
}

/// A cut by the name that the book, or a supervisor here, has for it.
fn known_cut(scene: &Scene, name: &str, turned: Option<Orientation>) -> Result<String, String> {
    let registered = scene.table.registered.iter().filter(|cut| cut.cut == name);
    let here = registered.clone().any(|cut| turned.is_none_or(|turned| cut.orientation == turned));
    let Some(cut) = scene.game.cuts.cut(name) else {
        let names: Vec<&str> = scene.game.cuts.cuts.iter().map(|cut| cut.name.as_str()).collect();
        return if here {
            Ok(name.to_string())
        } else {
            Err(format!("a cut of the book: {}", names.join(", ")))
        };
    };
    let turns: Vec<Orientation> = cut.orientations().collect();
    if here || turned.is_none_or(|turned| turns.contains(&turned)) {
        return Ok(cut.name.clone());
    }
    let turns: Vec<String> = turns.iter().map(ToString::to_string).filter(|turn| !turn.is_empty()).collect();
    let turns = if turns.is_empty() { "as it is".to_string() } else { turns.join(" or ") };
    Err(format!("{} turned {turns}", cut.name))
}

/// Tiles by area, told apart over the whole set.
fn named(lots: &[(u8, &str)]) -> Result<Tiles, (String, String)> {
    let count =
        |text: &str| text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).count();
    let counts: Vec<usize> = lots.iter().map(|(_, text)| count(text)).collect();
    if let Some((place, _)) = counts.iter().enumerate().find(|(_, count)| **count > 4) {
        let (area, text) = lots[place];
        return Err((format!("{area}:\"{text}\" has too many tiles"), "at most four an area".to_string()));
    }
    if let Some((place, (area, _))) = lots
        .iter()
        .enumerate()
        .find(|(place, (area, _))| lots[..*place].iter().any(|(other, _)| other == area))
    {
        let text = lots[place].1;
        return Err((format!("{area}:\"{text}\" comes second"), "each area once".to_string()));
    }
    let all: Vec<&str> = lots.iter().map(|(_, text)| *text).collect();
    let tiles = parse_tiles(&all.join(" "), counts.iter().sum())
        .map_err(|error| (error.to_string(), "tiles of one set".to_string()))?;
    let mut tiles = tiles.into_iter();
    Ok(lots
        .iter()
        .zip(counts)
        .map(|((area, _), count)| (*area, tiles.by_ref().take(count).collect()))
        .collect())
}

/// A wall in rank order.
pub(super) fn ranked() -> Vec<Tile> {
    Tile::all().collect()
}

/// A wall that a number stands for: the same number, the same wall.
pub(super) fn seeded(seed: i64) -> Vec<Tile> {
    let mut tiles = ranked();
    // Marsaglia's xorshift; a state of nothing would stay so.
    let mut state = (seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for last in (1..tiles.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let pick = (state >> 11) % (last as u64 + 1);
        tiles.swap(last, pick as usize);
    }
    tiles
}

/// A wall whose lots hold these tiles when it is cut so; the rest is filled in rank order.
pub(super) fn by_lots(
    scene: &Scene,
    name: &str,
    turned: Option<Orientation>,
    lots: &[(u8, &str)],
) -> Result<Vec<Tile>, String> {
    let known = scene.game.cuts.cut(name);
    let turned = turned.or(known.map(|cut| cut.default_orientation())).unwrap_or_default();
    let id = known.map_or(name, |cut| cut.name.as_str());
    let grid = scene.game.grid(&scene.table, id, turned);
    let grid = grid.ok_or_else(|| format!("no book says how {name} \"{turned}\" delivers"))?;
    let lots = named(lots).map_err(|(what, right)| format!("{what}; expected {right}"))?;
    let mut order: [Option<Tile>; 32] = [None; 32];
    for (lot, tiles) in &lots {
        for ((row, column), tile) in grid.places(*lot).zip(tiles) {
            order[row * 8 + column] = Some(*tile);
        }
    }
    let used = |tile: &Tile| lots.iter().any(|(_, tiles)| tiles.contains(tile));
    let mut rest = Tile::all().filter(|tile| !used(tile));
    Ok(order.into_iter().filter_map(|tile| tile.or_else(|| rest.next())).collect())
}

/// A wall as a command carries it: none at a table with real tiles, unless the script insists.
pub(super) fn wall(tiles: Vec<Tile>) -> Result<Option<Box<[Tile; 32]>>, String> {
    let count = tiles.len();
    tiles
        .try_into()
        .map(|order| Some(Box::new(order)))
        .map_err(|_| format!("{count} tiles stacked, expected 32"))
}

/// The wall when a script does not say: as planned, else in rank order; none of real tiles, nor of electronic
/// ones before they are dealt.
pub(super) fn usual(scene: &Scene) -> Result<Option<Box<[Tile; 32]>>, String> {
    if scene.game.setup.chance == Chance::Told { stacked(scene) } else { Ok(None) }
}

/// The wall of electronic tiles, drawn when they are dealt.
pub(super) fn drawn(scene: &Scene) -> Result<Option<Box<[Tile; 32]>>, String> {
    if scene.game.setup.chance == Chance::Electronic { stacked(scene) } else { Ok(None) }
}

fn stacked(scene: &Scene) -> Result<Option<Box<[Tile; 32]>>, String> {
    if scene.plan.is_empty() { wall(ranked()) } else { Ok(Some(scene.plan.deal(scene)?.order)) }
}
