//! The `houseway` command: reads arguments, opens the books, prints what a command answers.
//!
//! May touch the terminal, the arguments and, with `--rulebooks`, a folder. Knows no rule: every
//! answer comes from the crates below. Exit status 0 for yes, 1 for no, 2 for bad input.

mod answer;
mod archive;
mod args;
mod audit;
mod backup;
mod best;
mod books;
mod chart;
mod check;
mod clauses;
mod cut;
mod day;
mod deliver;
mod diff;
mod draw;
mod ev;
mod library;
mod lint;
mod odds;
mod plot;
mod round;
mod serve;
mod set;
mod simulate;
mod terms;

use answer::{Answer, Failure};
use args::{Args, Command};
use clap::{CommandFactory, Parser};
use std::io::{self, Write};
use std::process::ExitCode;

/// Records and views are made on one thread and let go on another, which the system's allocator is slow at.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static HEAP: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return refuse(&error),
    };
    args.color.write_global();
    match answer(&args) {
        Ok(answer) => match print(&answer.text) {
            Ok(()) => ExitCode::from(answer.status),
            // Whoever read our output has had enough of it: `houseway chart | head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(answer.status),
            Err(error) => complain(Failure::one(format!("cannot write the answer: {error}")).lines()),
        },
        Err(failure) => {
            // Whether or not anybody reads it, what went wrong is said.
            let _ = print(failure.before());
            complain(failure.lines())
        }
    }
}

/// Writes to stdout at one go, colours taken out unless a terminal wants them.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match anstream::AutoStream::choice(&out) {
        anstream::ColorChoice::Never => {
            out.write_all(anstream::adapter::strip_str(text).to_string().as_bytes())?
        }
        _ => out.write_all(text.as_bytes())?,
    }
    out.flush()
}

/// Says on stderr what was wrong; exit status 2.
fn complain<'l>(lines: impl IntoIterator<Item = &'l str>) -> ExitCode {
    for line in lines {
        // Nobody is left to hear it if stderr is closed too.
        let _ = writeln!(anstream::stderr(), "houseway: {line}");
    }
    ExitCode::from(2)
}

/// What clap has to say: help and version as they are, anything else in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    let rendered = error.render();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match print(&rendered.ansi().to_string()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        },
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            complain(["no command given: houseway --help lists them"])
        }
        _ => {
            let text = rendered.to_string();
            let first = text.split("\n\n").next().unwrap_or_default();
            let words: Vec<&str> = first.split_whitespace().collect();
            complain(Failure::one(words.join(" ").trim_start_matches("error: ")).lines())
        }
    }
}

fn answer(args: &Args) -> Result<Answer, Failure> {
    let library = library::Library::new(args.rulebooks.as_deref());
    match &args.command {
        Command::Books(books) => books::answer(&library, books),
        Command::Set(set) => set::answer(&library, set),
        Command::Check(check) => check::answer(&library, check),
        Command::Chart(chart) => chart::answer(&library, chart),
        Command::Diff(diff) => diff::answer(&library, diff),
        Command::Odds(odds) => odds::answer(&library, odds),
        Command::Ev(ev) => ev::answer(&library, ev),
        Command::Best(best) => best::answer(&library, best),
        Command::Simulate(simulate) => simulate::answer(&library, simulate),
        Command::Lint(lint) => lint::answer(&library, lint),
        Command::Cut(cut) => cut::answer(&library, cut),
        Command::Deliver(deliver) => deliver::answer(&library, deliver),
        Command::Clauses(clauses) => clauses::answer(&library, clauses),
        Command::Round(round) => round::answer(&library, round),
        Command::Serve(serve) => serve::answer(serve),
        Command::Audit(audit) => audit::answer(&library, audit),
        Command::Archive(args) => archive::answer(&library, args),
        Command::Backup(args) => backup::backup(&library, args),
        Command::Restore(args) => backup::restore(&library, args),
        Command::Api(api) => match api.command {
            args::ApiCommand::Describe => Ok(Answer::yes(server::describe() + "\n")),
        },
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "houseway", &mut text);
            Ok(Answer::yes(String::from_utf8_lossy(&text).into_owned()))
        }
        Command::Manual { folder } => match clap_mangen::generate_to(Args::command(), folder) {
            Ok(()) => Ok(Answer::yes(String::new())),
            Err(error) => {
                Err(Failure::one(format!("cannot write manual pages into {}: {error}", folder.display())))
            }
        },
    }
}
