//! Rust source as text: what is code, what is comment or literal, and where a function begins and ends.
//!
//! May touch: nothing; it is given text. Knows only as much of Rust as the checks need: it does not parse,
//! and expects source that compiles.

use std::ops::Range;

/// What a piece of source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Literal,
}

/// A piece of source, as a range of bytes.
#[derive(Debug, Clone, Copy)]
struct Piece {
    kind: Kind,
    start: usize,
    end: usize,
}

/// A word, number or sign of the code, with its line and its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// The text; `::` is one token, every other sign is one character.
    pub text: &'a str,
    /// Counted from 1.
    pub line: usize,
    /// Its first byte in the source.
    pub start: usize,
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Whether an attribute makes it a test. Functions in `proptest!` carry one too, or never run.
    pub is_test: bool,
    /// The first byte of the doc comments and attributes that stand right above it.
    pub start: usize,
    /// The byte after its closing brace.
    pub end: usize,
    /// What stands between the quotes of the string literals in it.
    pub literals: Vec<String>,
}

/// A string literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Literal<'a> {
    /// What stands between the quotes.
    pub text: &'a str,
    /// Counted from 1.
    pub line: usize,
    /// Its first byte in the source.
    pub start: usize,
}

/// Every string literal, in order; characters are none.
pub fn literals(text: &str) -> Vec<Literal<'_>> {
    let strings = pieces(text).into_iter().filter(|piece| piece.kind == Kind::Literal);
    let (mut line, mut counted) = (1, 0);
    let mut literals = Vec::new();
    for Piece { start, end, .. } in strings {
        line += text[counted..start].matches('\n').count();
        counted = start;
        if !text[start..].starts_with('\'') {
            literals.push(Literal { text: between_quotes(&text[start..end]), line, start });
        }
    }
    literals
}

/// Where the modules are that only tests have: `#[cfg(test)] mod tests { … }`.
pub fn test_modules(text: &str) -> Vec<Range<usize>> {
    let code = code_only(text);
    let tokens = tokens(&code);
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let begins = |at: &usize| {
        let found = tokens[*at..].iter().map(|token| token.text);
        found.take(attribute.len()).eq(attribute)
    };
    let module = |at: usize| Some(tokens[at].start..end_of_body(&tokens, at + attribute.len() - 1)?);
    (0..tokens.len()).filter(begins).filter_map(module).collect()
}

/// The source with comments and literals blanked: same length, same lines.
pub fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    for piece in pieces(text) {
        let part = &text[piece.start..piece.end];
        match piece.kind {
            Kind::Code => code.push_str(part),
            Kind::Comment | Kind::Literal => {
                code.extend(part.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
            }
        }
    }
    code
}

/// The tokens of source that `code_only` has blanked.
pub fn tokens(code: &str) -> Vec<Token<'_>> {
    let bytes = code.as_bytes();
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_whitespace() {
            line += usize::from(byte == b'\n');
            at += 1;
            continue;
        }
        let start = at;
        if is_word(byte) {
            at = end_of_word(bytes, at);
            // `0.5` is one number; in `x.0.5` and `0..5` the point is a sign of its own.
            let after_point = tokens.last().is_some_and(|t| t.text == "." && t.start + 1 == start);
            let number = byte.is_ascii_digit() && !after_point;
            if number && bytes.get(at) == Some(&b'.') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
                at = end_of_word(bytes, at + 1);
            }
        } else {
            at += if bytes[at..].starts_with(b"::") { 2 } else { 1 };
        }
        tokens.push(Token { text: &code[start..at], line, start });
    }
    tokens
}

/// Every function with a body, in order.
pub fn functions(text: &str) -> Vec<Function> {
    let pieces = pieces(text);
    let code = code_only(text);
    let tokens = tokens(&code);
    let mut functions = Vec::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        let [keyword, name] = pair else { continue };
        if keyword.text != "fn" || !name.text.bytes().all(is_word) {
            continue;
        }
        let Some(end) = end_of_body(&tokens, index) else { continue };
        let first = first_token(&tokens, index);
        let start = start_of_comments(text, &tokens, first, keyword.start);
        let literals = pieces.iter().filter(|p| p.kind == Kind::Literal && p.start >= start && p.end <= end);
        functions.push(Function {
            name: name.text.to_owned(),
            is_test: has_test_attribute(&tokens[first..index]),
            start,
            end,
            literals: literals.map(|p| between_quotes(&text[p.start..p.end]).to_owned()).collect(),
        });
    }
    functions
}

/// Whether `word` stands in `text` as a whole word.
pub fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].bytes().next_back();
        let after = text[at + word.len()..].bytes().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Letters, digits, underscores, and whatever is not ASCII.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn end_of_word(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|b| !is_word(*b)).map_or(bytes.len(), |length| from + length)
}

/// Cuts source into code, comments and literals. Prefixes of literals (`b`, `r#`) count as literal for raw
/// strings and as code for the others; no check can tell the difference.
fn pieces(text: &str) -> Vec<Piece> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let (mut at, mut code_from) = (0, 0);
    while at < bytes.len() {
        let Some((kind, end)) = comment_or_literal(bytes, at) else {
            at += 1;
            continue;
        };
        if code_from < at {
            pieces.push(Piece { kind: Kind::Code, start: code_from, end: at });
        }
        pieces.push(Piece { kind, start: at, end });
        (at, code_from) = (end, end);
    }
    if code_from < bytes.len() {
        pieces.push(Piece { kind: Kind::Code, start: code_from, end: bytes.len() });
    }
    pieces
}

/// The comment or literal that begins at `at`, with its end.
fn comment_or_literal(bytes: &[u8], at: usize) -> Option<(Kind, usize)> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        return Some((Kind::Comment, at + length));
    }
    if rest.starts_with(b"/*") {
        return Some((Kind::Comment, at + block_comment(rest)));
    }
    match rest.first()? {
        b'"' => Some((Kind::Literal, at + quoted(rest))),
        b'r' if starts_raw(bytes, at) => Some((Kind::Literal, at + raw(rest)?)),
        b'\'' => Some((Kind::Literal, at + character(rest)?)),
        _ => None,
    }
}

/// The length of a block comment; they nest.
fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// The length of a string with escapes, quotes included.
fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// Whether the `r` at `at` can be a raw string's: it begins a word, or follows the `b` or `c` that does.
fn starts_raw(bytes: &[u8], at: usize) -> bool {
    let word_before = |at: usize| at > 0 && is_word(bytes[at - 1]);
    !word_before(at) || (matches!(bytes[at - 1], b'b' | b'c') && !word_before(at - 1))
}

/// The length of a raw string, or nothing if this is a plain word or a raw identifier.
fn raw(rest: &[u8]) -> Option<usize> {
    let hashes = rest[1..].iter().take_while(|b| **b == b'#').count();
    if rest.get(1 + hashes) != Some(&b'"') {
        return None;
    }
    let mut close = vec![b'"'];
    close.resize(1 + hashes, b'#');
    let body = 2 + hashes;
    let length = rest[body..].windows(close.len()).position(|window| window == close);
    Some(length.map_or(rest.len(), |length| body + length + close.len()))
}

/// The length of a character literal, or nothing if this is a lifetime.
fn character(rest: &[u8]) -> Option<usize> {
    if rest.get(1) == Some(&b'\\') {
        let close = rest.get(3..)?.iter().position(|b| *b == b'\'')?;
        return Some(3 + close + 1);
    }
    // One character of up to four bytes, then the closing quote.
    let width = match rest.get(1)? {
        0x00..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    (rest.get(1 + width) == Some(&b'\'')).then_some(2 + width)
}

fn between_quotes(literal: &str) -> &str {
    let literal = literal.trim_start_matches('r').trim_matches('#');
    literal.strip_prefix('"').and_then(|l| l.strip_suffix('"')).unwrap_or(literal)
}

/// The byte after the body of the function whose `fn` is token `index`, if it has a body.
fn end_of_body(tokens: &[Token<'_>], index: usize) -> Option<usize> {
    let (mut brackets, mut braces) = (0_i32, 0_i32);
    for token in &tokens[index..] {
        match token.text {
            "(" | "[" => brackets += 1,
            ")" | "]" => brackets -= 1,
            ";" if brackets == 0 && braces == 0 => return None,
            "{" if brackets == 0 || braces > 0 => braces += 1,
            "}" if braces > 0 => {
                braces -= 1;
                if braces == 0 {
                    return Some(token.start + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The first token that belongs to the function whose `fn` is token `index`: the one after the last
/// item's end, which is a `;`, `{` or `}` outside any bracket.
fn first_token(tokens: &[Token<'_>], index: usize) -> usize {
    let mut depth = 0_i32;
    for at in (0..index).rev() {
        match tokens[at].text {
            "]" | ")" => depth += 1,
            "[" | "(" => depth -= 1,
            ";" | "{" | "}" if depth <= 0 => return at + 1,
            _ => {}
        }
        if depth < 0 {
            return at + 1;
        }
    }
    0
}

/// Where the comments right above a function begin. A blank line, the module's own header, or the rest of
/// the line that ends the item before, cut it off from what is further up.
fn start_of_comments(text: &str, tokens: &[Token<'_>], first: usize, keyword: usize) -> usize {
    let after_item =
        first.checked_sub(1).map_or(0, |before| tokens[before].start + tokens[before].text.len());
    let above = &text[after_item..keyword];
    let mut start = after_item;
    let mut at = after_item;
    for line in above.split_inclusive('\n') {
        let same_line_as_item = at == after_item && after_item > 0 && line.ends_with('\n');
        at += line.len();
        if line.trim().is_empty() && line.ends_with('\n')
            || line.trim_start().starts_with("//!")
            || same_line_as_item
        {
            start = at;
        }
    }
    start
}

/// Whether these tokens hold `#[test]`, or another crate's, such as `#[tokio::test]`.
fn has_test_attribute(tokens: &[Token<'_>]) -> bool {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.text == text);
    (0..tokens.len()).any(|at| {
        is(at, "#") && is(at + 1, "[") && (is(at + 2, "test") || (is(at + 3, "::") && is(at + 4, "test")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(&code_only(text)).iter().map(|token| token.text.to_owned()).collect()
    }

    #[test]
    fn comments_and_literals_are_blanked_in_place() {
        let text = "let a = \"f64 // no\"; // f64\n/* f64 /* f64 */ f64 */ let b = 'x';\n";
        let code = code_only(text);
        assert_eq!(code.len(), text.len());
        assert_eq!(code.lines().count(), 2);
        assert_eq!(words(text), ["let", "a", "=", ";", "let", "b", "=", ";"]);
    }

    #[test]
    fn every_kind_of_literal_ends_where_it_ends() {
        assert_eq!(
            words(r####"a(r#"x " y"#, b"\"", br"\", c"é", '"', '\'', b'\\', '\u{1F0}', '牌') z"####),
            ["a", "(", ",", "b", ",", "b", ",", "c", ",", ",", ",", "b", ",", ",", ")", "z"]
        );
    }

    #[test]
    fn lifetimes_and_raw_identifiers_are_code() {
        assert_eq!(
            words("fn r#in<'a>(x: &'a str)"),
            ["fn", "r", "#", "in", "<", "'", "a", ">", "(", "x", ":", "&", "'", "a", "str", ")"]
        );
    }

    #[test]
    fn numbers_keep_their_point_and_ranges_do_not() {
        assert_eq!(
            words("0.5f64 x.0.1 0..5 1_000u64"),
            ["0.5f64", "x", ".", "0", ".", "1", "0", ".", ".", "5", "1_000u64"]
        );
    }

    const FILE: &str = r##"//! Header. star-2016 1.1
use x::{a, b};

// A heading, far off.

/// star-2016 8.4: the first.
#[test]
#[cases([1; 2], Area { box_: 3 })]
fn first() {
    let text = "} not the end";
    read("testdata/star-2016/round.txt"); // } nor this
    if true { call() }
} // 9.9

/// Not a test.
fn plain(x: [u8; 2]) -> u8 { x[0] }

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, ..a })]

    /// star-2016 8.5.
    #[test]
    fn second(x in 0..5u8, y in (0..2).prop_map(|v| { v })) { assert!(x < 5); }
}
trait T { fn no_body(&self); }
"##;

    fn found(name: &str) -> Function {
        functions(FILE).into_iter().find(|function| function.name == name).expect(name)
    }

    #[test]
    fn a_function_runs_from_its_doc_comment_to_its_closing_brace() {
        let first = found("first");
        let text = &FILE[first.start..first.end];
        assert!(text.starts_with("/// star-2016 8.4") && text.ends_with("call() }\n}"), "{text}");
        assert!(first.is_test);
        assert_eq!(first.literals, ["} not the end", "testdata/star-2016/round.txt"]);
    }

    #[test]
    fn a_function_without_the_attribute_is_no_test() {
        let plain = found("plain");
        assert!(!plain.is_test);
        assert!(FILE[plain.start..plain.end].starts_with("/// Not a test."));
    }

    #[test]
    fn a_property_is_a_test() {
        let second = found("second");
        let text = &FILE[second.start..second.end];
        assert!(second.is_test && text.trim_start().starts_with("/// star-2016 8.5."), "{text}");
        assert!(text.ends_with("assert!(x < 5); }"), "{text}");
    }

    #[test]
    fn only_functions_with_bodies_are_listed() {
        let names: Vec<String> = functions(FILE).into_iter().map(|function| function.name).collect();
        assert_eq!(names, ["first", "plain", "second"]);
    }

    #[test]
    fn the_module_header_is_no_part_of_the_first_function() {
        let text = "//! star-2016 1.1\n#[test]\nfn only() {}\n";
        let only = &functions(text)[0];
        assert_eq!(&text[only.start..only.end], "#[test]\nfn only() {}");
    }

    #[test]
    fn whole_words_only() {
        assert!(has_word("fn set_hand(x)", "set_hand") && !has_word("fn set_hands(x)", "set_hand"));
    }
}
