//! Reading CSV as RFC 4180 has it: quoted fields may hold commas, doubled quotes and line breaks.
//!
//! May touch: nothing; it is given text and gives rows.

/// A row, and the line of the file it starts on.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// Counted from 1.
    pub line: usize,
    /// The fields, unquoted.
    pub fields: Vec<String>,
}

/// What stopped the reading, and on which line.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

/// All rows of a CSV text, the header among them. Empty lines are skipped.
pub fn rows(text: &str) -> Result<Vec<Row>, Broken> {
    let mut rows = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while !rest.is_empty() {
        let start = line;
        let mut fields = Vec::new();
        loop {
            let (field, after) = field(rest, &mut line)?;
            fields.push(field);
            rest = after;
            if let Some(after) = rest.strip_prefix(',') {
                rest = after;
                continue;
            }
            if let Some(after) = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')) {
                rest = after;
                line += 1;
            }
            break;
        }
        if fields != [""] {
            rows.push(Row { line: start, fields });
        }
    }
    Ok(rows)
}

/// The field at the start of `text`, and what follows it: a comma, a line break, or nothing.
fn field<'a>(text: &'a str, line: &mut usize) -> Result<(String, &'a str), Broken> {
    let Some(mut quoted) = text.strip_prefix('"') else {
        let end = text.find([',', '\n']).unwrap_or(text.len());
        // The carriage return belongs to the line break, not to the field.
        let end = if text[end..].starts_with('\n') && text[..end].ends_with('\r') { end - 1 } else { end };
        let plain = &text[..end];
        if plain.contains('"') {
            return Err(Broken { line: *line, reason: format!("a quote inside the unquoted field {plain}") });
        }
        return Ok((plain.to_owned(), &text[end..]));
    };
    let opened = *line;
    let mut value = String::new();
    loop {
        let Some(end) = quoted.find('"') else {
            return Err(Broken { line: opened, reason: "a quoted field that is never closed".to_owned() });
        };
        value.push_str(&quoted[..end]);
        *line += quoted[..end].matches('\n').count();
        quoted = &quoted[end + 1..];
        if let Some(after) = quoted.strip_prefix('"') {
            value.push('"');
            quoted = after;
            continue;
        }
        if quoted.is_empty() || quoted.starts_with([',', '\n']) || quoted.starts_with("\r\n") {
            return Ok((value, quoted));
        }
        return Err(Broken { line: *line, reason: "text after the closing quote of a field".to_owned() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<Vec<String>> {
        rows(text).expect("good CSV").into_iter().map(|row| row.fields).collect()
    }

    #[test]
    fn plain_rows_with_either_line_break() {
        assert_eq!(fields("a,b\r\nc,\n,d"), [["a", "b"], ["c", ""], ["", "d"]]);
    }

    #[test]
    fn quoted_fields_hold_commas_quotes_and_line_breaks() {
        assert_eq!(fields("\"a, b\",\"say \"\"jung\"\"\",\"x\ny\"\n"), [["a, b", "say \"jung\"", "x\ny"]]);
        assert_eq!(fields("\"\",\"\"\"\"\n"), [["", "\""]]);
    }

    #[test]
    fn a_row_knows_its_first_line() {
        let rows = rows("h\n\"x\ny\"\n\nz\n").expect("good CSV");
        assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [1, 2, 5]);
    }

    #[test]
    fn an_empty_text_has_no_rows() {
        assert_eq!(rows(""), Ok(vec![]));
    }

    #[test]
    fn broken_quotes_are_refused_with_their_line() {
        assert_eq!(rows("a\n\"b\nc").expect_err("never closed").line, 2);
        assert_eq!(rows("a\n\"b\"c\n").expect_err("text after the quote").line, 2);
        assert_eq!(rows("a\nb\"c\n").expect_err("a quote inside").line, 2);
    }
}
