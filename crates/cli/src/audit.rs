//! `houseway audit`: verifies what a house has on record.
//!
//! Reads the journal, and changes nothing.

use crate::answer::{Answer, Failure};
use crate::args::{AuditArgs, AuditCommand, JournalArgs, RecordsArgs};
use crate::library::Library;
use indicatif::{ProgressBar, ProgressStyle};
use journal::{Archive, Last, Place, Signer, Sqlite, Store, verify};
use rulebook::Shelf;
use server::Identity;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(crate) fn answer(library: &Library<'_>, args: &AuditArgs) -> Result<Answer, Failure> {
    match &args.command {
        AuditCommand::Verify { journal, against, key } => {
            verified(&books(library)?, journal, against.as_deref(), key.as_deref())
        }
        AuditCommand::Ledger { journal, json } => ledger(journal, *json),
        AuditCommand::Fairness { round, journal } => fairness(&books(library)?, journal, round),
        AuditCommand::Round { round, journal } => recalled(&books(library)?, journal, round),
        AuditCommand::Identity { journal } => identity(journal),
        AuditCommand::Replay { table, journal } => replay(&books(library)?, journal, table),
        AuditCommand::Export { journal } => export(journal),
    }
}

fn books(library: &Library<'_>) -> Result<Shelf, Failure> {
    library.all()
}

/// Where the journal is.
pub(crate) fn place(args: &JournalArgs) -> Result<Place, Failure> {
    match &args.db {
        Some(name) => Place::named(name).map_err(Failure::new),
        None => Ok(Place::Sqlite(args.data.join("houseway.db"))),
    }
}

/// The journal, for reading.
pub(crate) fn open(args: &JournalArgs) -> Result<Box<dyn Store>, Failure> {
    match place(args)? {
        Place::Sqlite(path) => sqlite(&path),
        place => {
            let mut store = place.open().map_err(Failure::new)?;
            match store.heads().map_err(Failure::new)?.is_empty() {
                true => Err(Failure::one(format!("no journal at {place}: the database is empty"))),
                false => Ok(store),
            }
        }
    }
}

/// The file of an archive: as it is named, or in the folder of the house.
fn archive_file(args: &RecordsArgs) -> Option<PathBuf> {
    let named = args.archive.as_ref()?;
    let usual = args.journal.data.join(crate::archive::FOLDER).join(named);
    Some(if named.exists() || !usual.exists() { named.clone() } else { usual })
}

/// The records that are asked for, for reading: of the house, or of an archive.
fn records(args: &RecordsArgs) -> Result<Box<dyn Store>, Failure> {
    let Some(path) = archive_file(args) else { return open(&args.journal) };
    if !path.exists() {
        return Err(Failure::one(format!("no archive at {}", path.display())));
    }
    let mut store = Sqlite::open_settled(&path).map_err(Failure::new)?;
    match Archive::of(&mut store).map_err(Failure::new)? {
        Some(_) => Ok(Box::new(store)),
        None => {
            Err(Failure::one(format!("{} is not an archive: the house signed nothing in it", path.display())))
        }
    }
}

/// Where what is not in the house is to be found: archives that have something of a stream.
fn elsewhere(store: &mut dyn Store, stream: &str) -> Result<Option<String>, Failure> {
    let all = Archive::all(store, None).map_err(Failure::new)?;
    let has = all.iter().filter(|holding| holding.parts.iter().any(|part| part.to.stream == stream));
    let names: Vec<&str> = has.map(|holding| holding.name.as_str()).collect();
    Ok((!names.is_empty()).then(|| names.join(", ")))
}

fn sqlite(path: &Path) -> Result<Box<dyn Store>, Failure> {
    if !path.exists() {
        return Err(Failure::one(format!(
            "no journal at {}: --data names the folder of a house",
            path.display()
        )));
    }
    Ok(Box::new(Sqlite::open_to_read(path).map_err(Failure::new)?))
}

/// The public key that is given, or that lies in the folder.
fn public_key(args: &RecordsArgs) -> Result<Option<String>, Failure> {
    let usual = args.journal.data.join("house.pub");
    let path = match args.public.as_deref() {
        Some(path) => path,
        None if usual.exists() => &usual,
        None => return Ok(None),
    };
    let text =
        fs::read_to_string(path).map_err(|error| Failure::one(format!("{}: {error}", path.display())))?;
    let text = text.trim();
    let hexadecimal = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match hexadecimal {
        true => Ok(Some(text.to_string())),
        false => Err(Failure::one(format!("{}: expected 64 hexadecimal digits", path.display()))),
    }
}

fn walk(args: &RecordsArgs, public: Option<&str>) -> Result<journal::Verdict, Failure> {
    let mut store = records(args)?;
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new_spinner(),
        false => ProgressBar::hidden(),
    };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} records") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    let verdict = verify(&mut *store, public, &mut |records| {
        bar.set_position(records);
        true
    });
    bar.finish_and_clear();
    Ok(verdict)
}

/// Whether the house has this very archive on record.
///
/// # Errors
/// It has not; the house cannot be read.
fn on_record(args: &RecordsArgs) -> Result<Result<String, String>, Failure> {
    let Some(said) = Archive::of(&mut *records(args)?).map_err(Failure::new)? else {
        return Ok(Err("the archive does not state its contents".into()));
    };
    let Ok(holding) = said.holding(None) else { return Ok(Err("the archive is not signed".into())) };
    let Ok(mut house) = open(&args.journal) else {
        return Ok(Ok("the house itself was not found: --data names its folder".into()));
    };
    let number = holding.number;
    let found = house.range(Archive::STREAM, number, number).map_err(Failure::new)?;
    Ok(match found.first().is_some_and(|record| record.body == said.to_body()) {
        true => Ok(format!("the house has it on record as archive {number}")),
        false => Err(format!("the house has no such archive {number} on record")),
    })
}

/// The archives that a house has on record, and which of them are not in its folder: what is in those could not even be
/// looked for. They may be kept elsewhere, so that is no fault of the house.
fn archives(args: &RecordsArgs) -> Result<Vec<String>, Failure> {
    let mut house = records(args)?;
    let all = Archive::all(&mut *house, None).map_err(Failure::new)?;
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<&str> = all.iter().map(|holding| holding.name.as_str()).collect();
    let mut notes =
        vec![format!("older records are in archives: {} (check each with --archive)", names.join(", "))];
    let folder = args.journal.data.join(crate::archive::FOLDER);
    for holding in &all {
        let (number, name) = (holding.number, holding.name.as_str());
        let file = Path::new(name).file_name().map(|name| folder.join(name));
        let Some(file) = file.filter(|file| file.exists()) else {
            notes.push(format!(
                "MISSING: archive {number}, {name}, is not in {}: its contents could not be checked",
                folder.display()
            ));
            continue;
        };
        let said =
            Sqlite::open_settled(&file).ok().and_then(|mut store| Archive::of(&mut store).ok().flatten());
        let record = house.range(Archive::STREAM, number, number).map_err(Failure::new)?;
        if said.is_none_or(|said| record.first().is_none_or(|record| record.body != said.to_body())) {
            notes.push(format!(
                "MISSING: {} is not the archive {number} that is on record: its contents could not be checked",
                file.display()
            ));
        }
    }
    Ok(notes)
}

fn verified(
    books: &Shelf,
    args: &RecordsArgs,
    against: Option<&Path>,
    key: Option<&Path>,
) -> Result<Answer, Failure> {
    let given = public_key(args)?;
    let signer = match key {
        Some(path) => {
            let found = Signer::found(path).map_err(Failure::new)?;
            Some(found.ok_or_else(|| Failure::one(format!("no key at {}", path.display())))?)
        }
        // Who audits need not be able to sign.
        None => Signer::found(&args.journal.data.join("house.key")).map_err(Failure::new)?,
    };
    let signer = signer.map(Arc::new);
    let given = given.or_else(|| signer.as_ref().map(|signer| signer.public()));
    let verdict = walk(args, given.as_deref())?;
    let mut notes = Vec::new();
    // Nothing is sealed in an archive.
    let sealed = signer.as_ref().filter(|_| args.archive.is_none());
    let Judged { mut wrong, rounds } = judged(books, &|| records(args), &verdict, sealed)?;
    if args.archive.is_some() && verdict.finding.is_none() {
        let mut house = open(&args.journal).ok();
        let house = house.as_mut().map(|house| &mut **house as &mut dyn Store);
        wrong.extend(floor::odd_states(&mut *records(args)?, house).map_err(Failure::one)?);
    }
    match &signer {
        _ if args.archive.is_some() => match on_record(args)? {
            Ok(note) => notes.push(note),
            Err(finding) => wrong.push(finding),
        },
        Some(_) => {
            let what =
                "passwords, sessions, seeds and the ends of streams were checked against the house's key";
            notes.push(what.to_string());
        }
        None => notes.push(
            "no key of the house was given: passwords, sessions and the ends of streams were not checked"
                .into(),
        ),
    }
    if args.archive.is_none() && wrong.is_empty() {
        notes.extend(archives(args)?);
    }
    notes.extend(rounds.map(|rounds| format!("{rounds} rounds are listed as they were played")));
    // What the house keeps beside its key is the end of its own journal, not of an archive.
    let own = args.journal.data.join(server::LAST);
    if args.archive.is_none() && own.exists() {
        let odd = Last::at(&own).odd(&mut *records(args)?, signer.as_deref(), given.as_deref());
        match odd {
            Ok(None) => notes.push(format!("it has come as far as {} says", own.display())),
            Ok(Some(what)) | Err(what) => wrong.push(what),
        }
    }
    if let Some(path) = against {
        let text =
            fs::read_to_string(path).map_err(|error| Failure::one(format!("{}: {error}", path.display())))?;
        match journal::compare(&mut *records(args)?, given.as_deref(), &text) {
            Ok(found) => {
                wrong.extend(found.odd);
                notes.push(match found.compared {
                    1 => "1 checkpoint kept outside the database was compared".to_string(),
                    more => format!("{more} checkpoints kept outside the database were compared"),
                });
                match (found.elsewhere, args.archive.is_some()) {
                    (0, _) => {}
                    (more, true) => {
                        notes.push(format!("{more} of them are from another time than this archive"))
                    }
                    (more, false) => {
                        notes.push(format!("{more} of them are in archives: compare with --archive"));
                    }
                }
            }
            Err(why) => wrong.push(format!("{}: {why}", path.display())),
        }
    }
    if given.is_none() {
        notes.push("no public key was given: signatures were checked against the keys they name".into());
    }
    let mut text = match wrong.is_empty() {
        true => "everything holds\n".to_string(),
        false => wrong.iter().map(|finding| format!("WRONG: {finding}\n")).collect(),
    };
    text += &format!(
        "{} records in {} streams, {} checkpoints signed, {} records not signed yet\n",
        verdict.records, verdict.streams, verdict.checkpoints, verdict.unsigned
    );
    notes.iter().for_each(|note| text += &format!("{note}\n"));
    Ok(if wrong.is_empty() { Answer::yes(text) } else { Answer::no(text) })
}

/// What was found beside the chain, and with it.
pub(crate) struct Judged {
    /// Everything that is wrong.
    pub(crate) wrong: Vec<String>,
    /// How many rounds are listed as they were played; nothing if that was not looked at.
    rounds: Option<u64>,
}

/// Everything that is verified of a house, or of an archive, after its chain: what lies beside the records and, with the
/// key of the house, what only it can have written. `backup`, `restore` and `audit verify` all ask this. Each
/// look opens the journal anew, so whoever has a copy asks of one moment.
pub(crate) fn judged(
    books: &Shelf,
    open: &dyn Fn() -> Result<Box<dyn Store>, Failure>,
    verdict: &journal::Verdict,
    signer: Option<&Arc<Signer>>,
) -> Result<Judged, Failure> {
    let mut wrong: Vec<String> = verdict.finding.iter().map(ToString::to_string).collect();
    let holds = verdict.finding.is_none();
    let archive = Archive::of(&mut *open()?).map_err(Failure::new)?.is_some();
    let mut lost = Vec::new();
    if holds && !archive {
        let mut store = open()?;
        for (stream, sequence) in floor::lost_beginnings(&mut *store).map_err(Failure::one)? {
            lost.push(floor::lost_words(&mut *store, &stream, sequence).map_err(Failure::one)?);
        }
    }
    // Without its beginning, nothing of a table can be followed.
    let followed = holds && lost.is_empty();
    wrong.append(&mut lost);
    if let Some(signer) = signer {
        let forged = journal::forged(&mut *open()?, signer).map_err(Failure::new)?;
        wrong.extend(forged.iter().map(|thing| format!("{thing} is not sealed by the house's key")));
        let mut sealed = journal::Locked::new(open()?, signer.clone());
        let strange = server::people::strange(&mut sealed).map_err(Failure::new)?;
        let strange = strange.iter().filter(|thing| !forged.contains(thing));
        wrong.extend(strange.map(|thing| format!("{thing} does not match the records")));
        // A mark that cannot be read is among those that are not sealed.
        wrong.extend(floor::odd_clock(&mut sealed).map_err(Failure::new)?);
        wrong.extend(journal::verify_imprint(&mut *open()?, signer).err().map(|odd| odd.to_string()));
        if followed {
            wrong.extend(floor::recall::lost_seeds(&mut sealed, books, signer).map_err(Failure::one)?);
        }
    }
    if holds && !archive {
        wrong.extend(floor::voucher::twice(&mut *open()?).map_err(Failure::new)?);
    }
    let mut rounds = None;
    if followed {
        match listed(books, &mut *open()?) {
            Ok((count, odd)) => {
                wrong.extend(odd);
                rounds = Some(count);
            }
            Err(failure) => wrong.extend(failure.lines().map(str::to_string)),
        }
    }
    Ok(Judged { wrong, rounds })
}

/// How many rounds the tables' records lead to, and where the list of rounds differs.
fn listed(books: &Shelf, store: &mut dyn Store) -> Result<(u64, Vec<String>), Failure> {
    let heads = store.heads().map_err(Failure::new)?;
    let (mut rounds, mut odd) = (0, Vec::new());
    for (stream, _) in heads.iter().filter(|(stream, _)| stream.starts_with("table/")) {
        let (count, differ) = floor::recall::listed(store, books, stream).map_err(Failure::one)?;
        rounds += count;
        odd.extend(differ);
    }
    Ok((rounds, odd))
}

/// The key of the house, if it lies in its folder: who audits need not be able to sign.
fn own_key(args: &RecordsArgs) -> Result<Option<Signer>, Failure> {
    Signer::found(&args.journal.data.join("house.key")).map_err(Failure::new)
}

/// The public key that everything has to be signed with; if none is at hand, the one that the last checkpoint names.
fn public_of(args: &RecordsArgs) -> Result<Option<String>, Failure> {
    let known = public_key(args)?.or(own_key(args)?.map(|signer| signer.public()));
    if known.is_none() {
        // Whoever made it may have signed it with a key of their own.
        let line = "houseway: no public key is at hand (--public FILE, or house.pub in the folder): what is read is \
                    checked against the key that it names itself";
        let _ = writeln!(std::io::stderr(), "{line}");
    }
    Ok(known)
}

/// What is wrong with what is about to be read, if something is: `audit verify` asks more, and these never less than
/// whether the streams that they read are the house's.
fn unsound(args: &RecordsArgs, streams: &[&str]) -> Result<Option<String>, Failure> {
    let public = public_of(args)?;
    if args.archive.is_some() {
        return Ok(walk(args, public.as_deref())?.finding.map(|finding| finding.to_string()));
    }
    let signer = own_key(args)?;
    if let Some(odd) = signer.as_ref().and_then(|signer| {
        let mut store = records(args).ok()?;
        journal::verify_imprint(&mut *store, signer).err()
    }) {
        return Ok(Some(odd.to_string()));
    }
    let mut store = records(args)?;
    let last = Last::at(args.journal.data.join(server::LAST));
    match last.odd(&mut *store, signer.as_ref(), public.as_deref()) {
        Ok(None) => {}
        Ok(Some(odd)) | Err(odd) => return Ok(Some(odd)),
    }
    let public = match public {
        Some(public) => Some(public),
        None => journal::signed_with(&mut *store).map_err(Failure::new)?,
    };
    let Some(public) = public else {
        return Ok(Some("no checkpoint is there: the house signed nothing".into()));
    };
    for stream in streams {
        match journal::signed_stream(&mut *store, &public, stream) {
            Ok(()) => {}
            Err(error @ journal::Error::Damaged { .. }) => return Ok(Some(error.to_string())),
            Err(error) => return Err(Failure::new(error)),
        }
    }
    Ok(None)
}

/// What is said of a journal that is not the house's.
fn not_sound(odd: &str) -> Answer {
    Answer::no(format!("WRONG: {odd}\nso nothing is said of it; `houseway audit verify` tells more\n"))
}

fn ledger(args: &RecordsArgs, json: bool) -> Result<Answer, Failure> {
    if let Some(odd) = unsound(args, &[])? {
        return Ok(not_sound(&odd));
    }
    let verdict = walk(args, public_of(args)?.as_deref())?;
    if let Some(finding) = &verdict.finding {
        return Ok(not_sound(&finding.to_string()));
    }
    let mut sum = 0;
    let mut rows = Vec::new();
    for (stream, ledger) in &verdict.ledgers {
        for (account, units) in ledger.accounts() {
            sum += units;
            rows.push((stream.clone(), account.to_string(), *units));
        }
    }
    if json {
        return Answer::json(&rows);
    }
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|(stream, account, units)| vec![stream.clone(), account.clone(), units.to_string()])
        .collect();
    let mut text = crate::answer::table(&cells);
    text += &format!("{} accounts, sum {sum}\n", rows.len());
    match sum {
        0 => {
            text += "the stored balances agree with the records\n";
            Ok(Answer::yes(text))
        }
        _ => Ok(Answer::no(text)),
    }
}

fn fairness(shelf: &Shelf, args: &RecordsArgs, round: &str) -> Result<Answer, Failure> {
    let (table, turn) = match round.rsplit_once('/') {
        Some((table, number)) => {
            let turn: u64 = number.parse().ok().filter(|turn| *turn > 0).ok_or_else(|| {
                Failure::one(format!("{number:?} is not a turn: expected 1 or more, as in pai-gow-1/17"))
            })?;
            (table, Some(turn))
        }
        None => (round, None),
    };
    let stream = format!("table/{table}");
    if let Some(odd) = unsound(args, &[&stream])? {
        return Ok(not_sound(&odd));
    }
    let mut store = records(args)?;
    let found = floor::recall::fairness(&mut *store, shelf, &stream, turn).map_err(Failure::one)?;
    if let Some(wrong) = &found.wrong {
        return Ok(Answer::no(format!("WRONG: {wrong}\n")));
    }
    if turn.is_some() && found.turns == 0 {
        let archived = elsewhere(&mut *store, &stream)?;
        let archived = archived.map_or(String::new(), |names| format!(", or is in an archive ({names})"));
        return Err(Failure::one(format!("turn {round} is not over, or never was{archived}")));
    }
    Ok(Answer::yes(format!(
        "fair: {} turns revealed, each fits its commitment; {} draws made again, each as played, {} of them \
         after betting had closed and the others when the book has them made; {} draws of a running turn\n",
        found.turns, found.draws, found.closed, found.open
    )))
}

/// A table and a number of it, as pai-gow-1/17.
fn numbered(text: &str) -> Option<(&str, u32)> {
    let (table, number) = text.rsplit_once('/')?;
    Some((table, number.parse().ok().filter(|number| *number > 0)?))
}

fn recalled(shelf: &Shelf, args: &RecordsArgs, round: &str) -> Result<Answer, Failure> {
    let (table, number) = numbered(round).ok_or_else(|| {
        Failure::one(format!("{round:?} is not a round: expected a table and a number, as in pai-gow-1/17"))
    })?;
    let stream = format!("table/{table}");
    if let Some(odd) = unsound(args, &[])? {
        return Ok(not_sound(&odd));
    }
    let mut store = records(args)?;
    let Some(found) = store.round(&stream, number).map_err(Failure::new)? else {
        let archive = Archive::with_round(&mut *store, &stream, number).map_err(Failure::new)?;
        return Err(Failure::one(match archive {
            Some(holding) => format!(
                "round {round} is in archive {} of the house, {}: --archive names its file",
                holding.number, holding.name
            ),
            None => format!("no round {round} is on record here"),
        }));
    };
    let end = match floor::recall::confirm(&mut *store, shelf, &found, &|| true) {
        Ok(end) => end,
        Err(odd) => return Ok(not_sound(&odd)),
    };
    // A stretch that links in itself may have been written anew. An archive was verified whole.
    if let Some(public) = public_of(args)?.filter(|_| args.archive.is_none())
        && let Err(odd) = journal::anchored(&mut *store, &public, &stream, end)
    {
        return Ok(not_sound(&odd.to_string()));
    }
    let viewer = game::Person::Inspector(game::StaffId(0));
    let mut text = String::new();
    let mut each = |step: floor::recall::Step| {
        text += &serde_json::to_string(&step).unwrap_or_default();
        text.push('\n');
        true
    };
    let span = (found.first, found.last);
    floor::recall::round(&mut *store, shelf, &stream, span, &viewer, &|| true, &mut each)
        .map_err(Failure::one)?;
    Ok(Answer::yes(text))
}

fn identity(args: &RecordsArgs) -> Result<Answer, Failure> {
    let now = Identity::of_this().map_err(Failure::new)?;
    if let Some(odd) = unsound(args, &[floor::significant::STREAM])? {
        return Ok(not_sound(&odd));
    }
    let mut store = records(args)?;
    // From the end, a few at a time: a start is never long ago.
    let head = store.head(floor::significant::STREAM).map_err(Failure::new)?;
    let (mut to, mut started) = (head.map_or(0, |head| head.sequence), None);
    while to > 0 && started.is_none() {
        let from = to.saturating_sub(255).max(1);
        let records = store.range(floor::significant::STREAM, from, to).map_err(Failure::new)?;
        started = records.iter().rev().find_map(|record| {
            let event: floor::Significant = serde_json::from_slice(&record.body).ok()?;
            (event.code == "house.started").then(|| (record.sequence, Identity::from_line(&event.what)))
        });
        to = from - 1;
    }
    let Some((number, Some(recorded))) = started else {
        return Err(Failure::one("no start is on record"));
    };
    let differs = recorded.differs(&now);
    let mut text = format!("{now}");
    match differs.as_slice() {
        [] => {
            text += &format!("the same as in significant event {number}\n");
            Ok(Answer::yes(text))
        }
        found => {
            for line in found {
                text += &format!("DIFFERS: {line}\n");
            }
            Ok(Answer::no(text))
        }
    }
}

fn replay(shelf: &Shelf, args: &RecordsArgs, table: &str) -> Result<Answer, Failure> {
    let stream = format!("table/{table}");
    if let Some(odd) = unsound(args, &[&stream])? {
        return Ok(not_sound(&odd));
    }
    let mut store = records(args)?;
    let (records, hash) = floor::recall::replay(&mut *store, shelf, &stream).map_err(Failure::one)?;
    Ok(Answer::yes(format!("{records} records lead to state {hash}\n")))
}

fn export(args: &RecordsArgs) -> Result<Answer, Failure> {
    // Whoever is handed it cannot see what it came from: what was changed is not handed on as if it were the house's.
    let mut odd = unsound(args, &[])?;
    if odd.is_none() && args.archive.is_none() {
        odd = walk(args, public_of(args)?.as_deref())?.finding.map(|finding| finding.to_string());
    }
    if let Some(odd) = odd {
        return Ok(not_sound(&odd));
    }
    let mut store = records(args)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut failed = None;
    store
        .scan(&mut |record| {
            let written = writeln!(out, "{}", record.to_line());
            failed = written.err();
            failed.is_none()
        })
        .map_err(Failure::new)?;
    match failed.or_else(|| out.flush().err()) {
        Some(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::new(error)),
        _ => Ok(Answer::yes(String::new())),
    }
}
