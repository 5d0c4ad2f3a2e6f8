//! Rust source as `proc-macro2` reads it and `syn` understands it: tokens, functions, statements, texts.
//!
//! May touch: nothing; it is given text. Comments are in neither; doc comments are attributes, and left out.

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Ident, ImplItemFn, ItemFn, ItemMod, LitStr, Macro, Token, TraitItemFn};

/// A function with a body.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Whether an attribute makes it a test. Functions in `proptest!` carry one too, or never run.
    pub is_test: bool,
    body: Block,
}

/// A text in the code.
#[derive(Debug, PartialEq, Eq)]
pub struct Text {
    /// What it says, its escapes resolved.
    pub value: String,
    /// Counted from 1.
    pub line: usize,
}

impl Function {
    fn new(name: &Ident, attributes: &[Attribute], body: &Block) -> Self {
        let test =
            |attribute: &Attribute| attribute.path().segments.last().is_some_and(|s| s.ident == "test");
        Self { name: name.to_string(), is_test: attributes.iter().any(test), body: body.clone() }
    }

    /// Whether a line is in its body.
    pub fn contains(&self, line: usize) -> bool {
        surrounds(&self.body, line)
    }

    /// The tokens of its body.
    pub fn tokens(&self) -> TokenStream {
        self.body.to_token_stream()
    }

    /// The first statement below a line, in the innermost block around the line; nothing if the line is within
    /// a statement.
    pub fn statement_below(&self, line: usize) -> Option<TokenStream> {
        struct Innermost<'a>(usize, Option<&'a Block>);
        impl<'a> Visit<'a> for Innermost<'a> {
            fn visit_block(&mut self, block: &'a Block) {
                if surrounds(block, self.0) {
                    self.1 = Some(block);
                    visit::visit_block(self, block);
                }
            }
        }
        let mut innermost = Innermost(line, None);
        innermost.visit_block(&self.body);
        let next = innermost.1?.stmts.iter().find(|statement| statement.span().end().line > line)?;
        (next.span().start().line > line).then(|| next.to_token_stream())
    }
}

/// Whether a line that has neither of its braces is within a block.
fn surrounds(block: &Block, line: usize) -> bool {
    let braces = block.brace_token.span;
    braces.open().start().line < line && line < braces.close().end().line
}

/// Every function with a body, in order, those of `proptest!` among them; none in what does not parse.
pub fn functions(text: &str) -> Vec<Function> {
    struct Found(Vec<Function>);
    impl<'a> Visit<'a> for Found {
        fn visit_item_fn(&mut self, function: &'a ItemFn) {
            self.0.push(Function::new(&function.sig.ident, &function.attrs, &function.block));
            visit::visit_item_fn(self, function);
        }
        fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
            self.0.push(Function::new(&function.sig.ident, &function.attrs, &function.block));
            visit::visit_impl_item_fn(self, function);
        }
        fn visit_trait_item_fn(&mut self, function: &'a TraitItemFn) {
            if let Some(body) = &function.default {
                self.0.push(Function::new(&function.sig.ident, &function.attrs, body));
            }
            visit::visit_trait_item_fn(self, function);
        }
        fn visit_macro(&mut self, called: &'a Macro) {
            if let Ok(Properties(properties)) = called.parse_body() {
                self.0.extend(properties);
            }
        }
    }
    let mut found = Found(Vec::new());
    if let Ok(file) = syn::parse_file(text) {
        found.visit_file(&file);
    }
    found.0
}

/// What stands in `proptest! { … }`: functions whose arguments are drawn (`x in 0..5`).
struct Properties(Vec<Function>);

impl Parse for Properties {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Attribute::parse_inner)?;
        let mut properties = Vec::new();
        while !input.is_empty() {
            let attributes = input.call(Attribute::parse_outer)?;
            input.parse::<Token![fn]>()?;
            let name: Ident = input.parse()?;
            let drawn;
            syn::parenthesized!(drawn in input);
            drawn.parse::<TokenStream>()?;
            properties.push(Function::new(&name, &attributes, &input.parse()?));
        }
        Ok(Self(properties))
    }
}

/// Every text in the code, in order, those in macros among them; not those of tests (`#[cfg(test)] mod …`).
pub fn texts(tokens: &TokenStream) -> Vec<Text> {
    struct Found(Vec<Text>);
    impl<'a> Visit<'a> for Found {
        fn visit_attribute(&mut self, attribute: &'a Attribute) {
            if !attribute.path().is_ident("doc") {
                visit::visit_attribute(self, attribute);
            }
        }
        fn visit_item_mod(&mut self, module: &'a ItemMod) {
            if !module.attrs.iter().any(is_for_tests) {
                visit::visit_item_mod(self, module);
            }
        }
        fn visit_lit_str(&mut self, text: &'a LitStr) {
            self.0.push(Text { value: text.value(), line: text.span().start().line });
        }
        fn visit_token_stream(&mut self, tokens: &'a TokenStream) {
            self.0.extend(texts_of(tokens.clone()));
        }
    }
    let mut found = Found(Vec::new());
    if let Ok(file) = syn::parse2(tokens.clone()) {
        found.visit_file(&file);
    }
    found.0
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.parse_args::<Ident>().is_ok_and(|word| word == "test")
}

/// Every text among tokens, in order.
pub fn texts_of(tokens: TokenStream) -> Vec<Text> {
    let mut texts = Vec::new();
    walk(tokens, &mut |trees, at| {
        if let TokenTree::Literal(literal) = &trees[at]
            && let Some(value) = text_of(literal)
        {
            texts.push(Text { value, line: literal.span().start().line });
        }
    });
    texts
}

fn text_of(literal: &Literal) -> Option<String> {
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}

/// Shows every token with those beside it, groups before what is in them. Doc comments are left out.
pub fn walk(tokens: TokenStream, see: &mut dyn FnMut(&[TokenTree], usize)) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for at in 0..trees.len() {
        let doc = matches!(&trees[at], TokenTree::Group(group)
            if group.delimiter() == Delimiter::Bracket && begins_with(&group.stream(), "doc"))
            && at
                .checked_sub(1)
                .is_some_and(|before| is_sign(&trees[before], '#') || is_sign(&trees[before], '!'));
        if doc {
            continue;
        }
        see(&trees, at);
        if let TokenTree::Group(group) = &trees[at] {
            walk(group.stream(), see);
        }
    }
}

/// Whether the first token is this word.
pub fn begins_with(tokens: &TokenStream, word: &str) -> bool {
    matches!(tokens.clone().into_iter().next(), Some(TokenTree::Ident(first)) if first == word)
}

/// Whether a token is this sign.
pub fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Whether `word` stands in `text` as a whole word.
pub fn has_word(text: &str, word: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(in_word) && !text[at + word.len()..].starts_with(in_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        walk(text.parse().expect("it has tokens"), &mut |trees, at| match &trees[at] {
            TokenTree::Group(_) => {}
            other => words.push(other.to_string()),
        });
        words
    }

    fn values(text: &str) -> Vec<String> {
        texts(&text.parse().expect("it has tokens")).into_iter().map(|text| text.value).collect()
    }

    #[test]
    fn comments_are_no_tokens_and_texts_are_one() {
        let text = "//! f64\n/// f64\nlet a = \"f64 // no\"; // f64\n/* f64 /* f64 */ f64 */ let b = 'x';\n";
        let without_signs: Vec<String> = words(text).into_iter().filter(|w| w != "#" && w != "!").collect();
        assert_eq!(without_signs, ["let", "a", "=", "\"f64 // no\"", ";", "let", "b", "=", "'x'", ";"]);
    }

    #[test]
    fn texts_of_every_kind_are_read_those_of_tests_and_doc_comments_are_not() {
        let text = r####"//! "a"
/// "b"
#[must_use = "c"]
fn f() { g(r#"x " y"#, "\"", 'z', b"n"); h!("in {}", ["macro"]) }
#[cfg(test)]
mod tests { fn t() { g("test") } }
#[cfg(test)]
use x::y;
const AFTER: &str = "after";
"####;
        assert_eq!(values(text), ["c", "x \" y", "\"", "in {}", "macro", "after"]);
        let found = texts(&text.parse().expect("it has tokens"));
        assert_eq!(found.iter().map(|text| text.line).collect::<Vec<_>>(), [3, 4, 4, 4, 4, 9]);
    }

    const FILE: &str = r##"//! Header. star-2016 1.1
use x::{a, b};

/// star-2016 8.4: the first.
#[test]
#[cases([1; 2], Area { box_: 3 })]
fn first() {
    let text =
        // halfway
        "} not the end";
    // here
    read("testdata/star-2016/round.txt"); // } nor this
    if true {
        // within
        call()
        // behind
    }
} // 9.9

/// Not a test.
fn plain(x: [u8; 2]) -> u8 { x[0] }

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, ..a })]

    /// star-2016 8.5.
    #[test]
    fn second(x in 0..5u8, y in (0..2).prop_map(|v| { v })) {
        // property
        assert!(x < 5);
    }
}
#[tokio::test]
async fn third() {}
trait T { fn no_body(&self); fn with_body() {} }
impl T for () { fn of_impl() {} }
"##;

    fn line_of(text: &str) -> usize {
        FILE.lines().position(|line| line.contains(text)).expect(text) + 1
    }

    fn found(name: &str) -> Function {
        functions(FILE).into_iter().find(|function| function.name == name).expect(name)
    }

    #[test]
    fn only_functions_with_bodies_are_listed_properties_among_them() {
        let names: Vec<(String, bool)> = functions(FILE).into_iter().map(|f| (f.name, f.is_test)).collect();
        let expected = [
            ("first", true),
            ("plain", false),
            ("second", true),
            ("third", true),
            ("with_body", false),
            ("of_impl", false),
        ];
        assert_eq!(names, expected.map(|(name, test)| (name.to_owned(), test)));
    }

    #[test]
    fn a_function_has_the_lines_between_its_braces() {
        for (name, text, inside) in [
            ("first", "// here", true),
            ("first", "// within", true),
            ("first", "// 9.9", false),
            ("first", "the first.", false),
            ("second", "// property", true),
            ("second", "star-2016 8.5", false),
        ] {
            assert_eq!(found(name).contains(line_of(text)), inside, "{name} {text}");
        }
    }

    #[test]
    fn the_statement_below_a_line_is_of_the_same_block() {
        let below = |name: &str, text: &str| {
            found(name).statement_below(line_of(text)).map(|tokens| tokens.to_string().replace(' ', ""))
        };
        assert_eq!(below("first", "// here").as_deref(), Some("read(\"testdata/star-2016/round.txt\");"));
        assert_eq!(below("first", "// within").as_deref(), Some("call()"));
        assert_eq!(below("first", "// behind"), None);
        assert_eq!(below("first", "// halfway"), None);
        assert_eq!(below("second", "// property").as_deref(), Some("assert!(x<5);"));
    }

    #[test]
    fn what_does_not_parse_has_no_functions() {
        assert!(functions("fn half( {").is_empty());
    }

    #[test]
    fn whole_words_only() {
        assert!(has_word("fn set_hand(x)", "set_hand") && !has_word("fn set_hands(x)", "set_hand"));
    }
}
