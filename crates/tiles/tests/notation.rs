//! Tiles from text and back: print∘parse is identity, nothing panics, errors name the value.

use proptest::prelude::*;
use tiles::{HANDS, Hand, NotationError, Rank, Tile, parse_tiles};

#[test]
fn every_id_face_and_name_is_read_back() {
    for rank in Rank::ALL {
        let names = [rank.id(), rank.romanised(), rank.english(), rank.chinese()];
        for name in names.into_iter().chain(rank.also().iter().copied()) {
            assert_eq!(name.parse(), Ok(rank), "{name}");
            assert_eq!(name.to_lowercase().parse(), Ok(rank), "{name}");
            assert_eq!(name.replace(' ', "-").parse(), Ok(rank), "{name}");
        }
    }
    for tile in Tile::all() {
        assert_eq!(tile.to_string().parse::<Tile>().unwrap().face(), tile.face());
        let (a, b) = tile.face();
        assert_eq!(format!("{b}-{a}").parse::<Rank>(), Ok(tile.rank()));
    }
}

#[test]
fn every_hand_has_its_own_index_and_is_read_back() {
    let mut seen = vec![false; HANDS];
    for (index, hand) in Hand::all().enumerate() {
        assert_eq!(hand.index(), index);
        assert_eq!(Hand::at(index), Some(hand));
        assert_eq!(hand.to_string().parse(), Ok(hand));
        assert!(!std::mem::replace(&mut seen[index], true));
    }
    assert!(seen.iter().all(|s| *s));
    assert_eq!(Hand::at(HANDS), None);
}

#[test]
fn faces_claim_their_tile_before_ids_do() {
    let tiles = parse_tiles("9 3-6", 2).unwrap();
    assert_eq!(tiles.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4-5", "3-6"]);
}

#[test]
fn bad_tiles_are_named() {
    let count = |wanted, found| Err(NotationError::Count { wanted, found });
    assert_eq!("12 H8 9".parse::<Hand>(), count(4, 3));
    assert_eq!("".parse::<Hand>(), count(4, 0));
    assert_eq!("12 H8 9 L7 5".parse::<Hand>(), count(4, 5));
    assert_eq!("9 9 9 5".parse::<Hand>(), Err(NotationError::TooMany { rank: Rank::ChapGow, found: 3 }));
    assert_eq!("12 H8 9 Z9".parse::<Hand>(), Err(NotationError::Unknown("Z9".into())));
    assert_eq!("7-7".parse::<Tile>(), Err(NotationError::Unknown("7-7".into())));
    let twice = parse_tiles("3-6 3-6", 2);
    assert!(matches!(twice, Err(NotationError::Repeated(t)) if t.to_string() == "3-6"));
    assert!(parse_tiles("6-6 6-6", 2).is_ok());
    let text = "9 9 9 5".parse::<Hand>().unwrap_err().to_string();
    assert_eq!(text, "3 tiles of rank 9 (9) given, a set has 2");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        if let Ok(hand) = text.parse::<Hand>() {
            prop_assert_eq!(hand.to_string().parse::<Hand>(), Ok(hand));
        }
    }

    #[test]
    fn words_that_look_like_tiles(words in proptest::collection::vec("[HLhlGJgj0-9天地人-]{0,4}", 0..6)) {
        let text = words.join(" ");
        if let Ok(tiles) = parse_tiles(&text, 4) {
            let printed = tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let again = parse_tiles(&printed, 4).unwrap();
            prop_assert!(tiles.iter().zip(&again).all(|(a, b)| a.face() == b.face()));
        }
    }

    #[test]
    fn four_tiles_in_any_order_are_one_hand(places in proptest::sample::subsequence((0..32u8).collect::<Vec<_>>(), 4).prop_shuffle()) {
        let tiles: Vec<Tile> = places.iter().map(|p| Tile::from_place(*p).unwrap()).collect();
        let ranks: [Rank; 4] = std::array::from_fn(|i| tiles[i].rank());
        let hand = Hand::new(ranks).unwrap();
        let mut sorted = ranks;
        sorted.sort();
        prop_assert_eq!(hand.ranks(), sorted);
        prop_assert_eq!(Hand::at(hand.index()), Some(hand));
    }
}
