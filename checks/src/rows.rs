//! The rows of a CSV file, read strictly.
//!
//! May touch: nothing; it is given text. The `csv` crate takes whatever has commas in it: a quote that is never
//! closed makes one field of the rest of the file. So every row has to be written as that crate would write it.

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

/// All rows of a CSV text, the header among them.
pub fn rows(text: &str) -> Result<Vec<Row>, Broken> {
    let text = text.replace("\r\n", "\n");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut rows = Vec::new();
    loop {
        let (line, start) = (place(reader.position().line()), place(reader.position().byte()));
        let broken = |reason: String| Broken { line, reason };
        if !reader.read_record(&mut record).map_err(|error| broken(error.to_string()))? {
            // What is left can only be empty lines.
            return if start < text.len() { Err(broken("is an empty line".to_owned())) } else { Ok(rows) };
        }
        let read = text[start..place(reader.position().byte())].trim_end_matches('\n');
        let written = written(&record);
        if read != written {
            let first = read.lines().next().unwrap_or_default();
            return Err(broken(format!("is not good CSV: {first} would be written {written}")));
        }
        rows.push(Row { line, fields: record.iter().map(str::to_owned).collect() });
    }
}

/// A row as the `csv` crate writes it, without the line break.
fn written(record: &csv::StringRecord) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    // Writing to memory does not fail, and what was text is text again.
    let bytes = writer.write_record(record).ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned()
}

/// A place in a text; what is in memory fits.
fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
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
        assert_eq!(fields(",\"\"\"\"\n"), [["", "\""]]);
    }

    #[test]
    fn a_row_knows_its_first_line() {
        let rows = rows("h\n\"x\ny\"\nz\n").expect("good CSV");
        assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [1, 2, 4]);
    }

    #[test]
    fn an_empty_text_has_no_rows() {
        assert_eq!(rows(""), Ok(vec![]));
    }

    #[test]
    fn broken_quotes_and_empty_lines_are_refused_with_their_line() {
        for (text, line, why) in [
            ("a\n\"b\nc", 2, "never closed"),
            ("a\n\"b\"c\n", 2, "text after the quote"),
            ("a\nb\"c\n", 2, "a quote inside"),
            ("a\n\nb\n", 2, "an empty line"),
            ("a\nb\n\n", 3, "an empty line at the end"),
        ] {
            assert_eq!(rows(text).expect_err(why).line, line, "{why}");
        }
    }
}
