//! The sixteen ranks of a single tile, best first, and what each is called.
//!
//! Clauses: crown-6.1 App1.Individual.1–16, uk-leaflet Chart2, nz-1999 4.4.

use core::fmt;

/// One of the 16 ranks. Two tiles share each rank; the order is that of single tiles, best first.
///
/// Gee Jun is the lowest single tile and yet the best pair (star-2016 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// `12`, 6-6.
    Teen = 0,
    /// `2`, 1-1.
    Day = 1,
    /// `H8`, 4-4.
    Yun = 2,
    /// `H4`, 1-3.
    Ngor = 3,
    /// `H10`, 5-5.
    Mooy = 4,
    /// `H6`, 3-3.
    CheongSum = 5,
    /// `L4`, 2-2.
    BanTang = 6,
    /// `11`, 5-6.
    FooTau = 7,
    /// `L10`, 4-6.
    HoongTauSap = 8,
    /// `H7`, 1-6.
    KoKiokChaat = 9,
    /// `L6`, 1-5.
    LimLumLok = 10,
    /// `9`, 3-6 and 4-5.
    ChapGow = 11,
    /// `L8`, 2-6 and 3-5.
    ChapPaat = 12,
    /// `L7`, 2-5 and 3-4.
    ChapChaat = 13,
    /// `5`, 1-4 and 2-3.
    ChapNg = 14,
    /// `GJ`, 2-4 and 1-2.
    GeeJun = 15,
}

/// What is printed about a rank: notation id, points, names.
struct Card {
    id: &'static str,
    points: u8,
    romanised: &'static str,
    english: &'static str,
    chinese: &'static str,
    also: &'static [&'static str],
}

const fn card(
    id: &'static str,
    points: u8,
    romanised: &'static str,
    english: &'static str,
    chinese: &'static str,
    also: &'static [&'static str],
) -> Card {
    Card { id, points, romanised, english, chinese, also }
}

/// Gee Jun's points depend on its company: see [`crate::Value`]. The table holds its lower count.
const CARDS: [Card; 16] = [
    card("12", 2, "Teen", "Teen", "天牌", &["heaven", "天", "tin"]),
    card("2", 2, "Day", "Day", "地牌", &["earth", "地", "dei"]),
    card("H8", 8, "Yun", "High 8", "人牌", &["man", "人"]),
    card("H4", 4, "Ngor", "High 4", "鵝牌", &["goose", "gor", "nhor", "鹅牌", "和牌", "鵝", "鹅"]),
    card("H10", 0, "Mooy", "High 10", "梅牌", &["plum", "moay", "mui", "梅花", "梅"]),
    card("H6", 6, "Cheong Sum", "High 6", "長三", &["long", "cheung sum", "chong", "长三"]),
    card("L4", 4, "Ban Tang", "Low 4", "板凳", &["chair", "bench", "bon"]),
    card("11", 1, "Foo Tau", "11", "斧頭", &["axe", "foo", "斧头"]),
    card(
        "L10",
        0,
        "Hoong Tau Sap",
        "Low 10",
        "紅頭十",
        &["ping", "red ten", "hoang tau sap", "红头十", "屏風", "屏风"],
    ),
    card("H7", 7, "Ko Kiok Chaat", "High 7", "高腳七", &["tit", "long seven", "ka kiok chaat", "高脚七"]),
    card("L6", 6, "Lim Lum Lok", "Low 6", "零霖六", &["look", "big head six"]),
    card("9", 9, "Chap Gow", "9", "雜九", &["chop gow", "杂九"]),
    card("L8", 8, "Chap Paat", "Low 8", "雜八", &["chop baht", "杂八"]),
    card("L7", 7, "Chap Chaat", "Low 7", "雜七", &["chop chit", "杂七"]),
    card("5", 5, "Chap Ng", "5", "雜五", &["chop ng", "杂五"]),
    card("GJ", 3, "Gee Jun", "Gee Jun", "至尊", &["gee joon", "supreme", "gee"]),
];

impl Rank {
    /// All sixteen, best single tile first.
    pub const ALL: [Self; 16] = [
        Self::Teen,
        Self::Day,
        Self::Yun,
        Self::Ngor,
        Self::Mooy,
        Self::CheongSum,
        Self::BanTang,
        Self::FooTau,
        Self::HoongTauSap,
        Self::KoKiokChaat,
        Self::LimLumLok,
        Self::ChapGow,
        Self::ChapPaat,
        Self::ChapChaat,
        Self::ChapNg,
        Self::GeeJun,
    ];

    const fn card(self) -> &'static Card {
        &CARDS[self as usize]
    }

    /// The rank at a place 0 (Teen) to 15 (Gee Jun); places wrap, so any nibble is a rank.
    pub const fn from_nibble(nibble: u8) -> Self {
        Self::ALL[(nibble & 15) as usize]
    }

    /// 0 for Teen to 15 for Gee Jun.
    pub const fn nibble(self) -> u8 {
        self as u8
    }

    /// The rank's number in the books: 1 for Teen to 16 for Gee Jun.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The notation id, `12` to `GJ`.
    pub const fn id(self) -> &'static str {
        self.card().id
    }

    /// The points of a tile, or `None` for Gee Jun, which counts 3 or 6 as suits the hand
    /// (star-2016 3.2.2, nz-1999 4.2#note).
    pub const fn points(self) -> Option<u8> {
        match self {
            Self::GeeJun => None,
            other => Some(other.card().points),
        }
    }

    /// The name spoken at the table, romanised: `Teen`, `Cheong Sum`.
    pub const fn romanised(self) -> &'static str {
        self.card().romanised
    }

    /// The name in the House Way lists: `High 8`, `11`, `Gee Jun`.
    pub const fn english(self) -> &'static str {
        self.card().english
    }

    /// The Chinese name, traditional characters: `天牌`.
    pub const fn chinese(self) -> &'static str {
        self.card().chinese
    }

    /// Further names that are read but never written: other romanisations, translations,
    /// simplified characters.
    pub const fn also(self) -> &'static [&'static str] {
        self.card().also
    }

    /// Whether the two tiles of this rank have different faces (ranks 12 to 16).
    pub const fn is_mixed(self) -> bool {
        self as u8 >= Self::ChapGow as u8
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
