//! `cargo xtask`: finds the task that was asked for and hands it the rest of the arguments.
//!
//! May touch: the arguments, and the exit status. What a task does is in the file of its name.

mod app;
mod apt;
mod bench;
mod checks;
mod chromium;
mod dist;
mod fuzz;
mod goldens;
mod node;
mod postgres;
mod run;
mod serve;
mod soak;
mod steps;
mod test;
mod types;
mod web;

use run::Failure;
use std::path::Path;
use std::process::ExitCode;

/// A task: what it is called, what its arguments are, its job in a line, and the code.
struct Task {
    name: &'static str,
    arguments: &'static str,
    job: &'static str,
    run: fn(&Path, &[String]) -> Result<(), Failure>,
}

const TASKS: &[Task] = &[
    Task {
        name: "test",
        arguments: "[--keep-going] [STEP…] [rust -- NEXTEST-ARGUMENTS]",
        job: "format, clippy, tidy, all tests, clauses, browser: what CI runs; or the steps named",
        run: test::task,
    },
    Task {
        name: "tidy",
        arguments: "",
        job: "the rules of this repository that no compiler checks",
        run: checks::tidy,
    },
    Task {
        name: "clauses",
        arguments: "[--by theme | --missing BOOK [--theme T]]",
        job: "which clauses of which book are shown by a test",
        run: checks::clauses,
    },
    Task {
        name: "bench",
        arguments: "[FILTER…]",
        job: "measure, against the figures we promise",
        run: bench::task,
    },
    Task {
        name: "goldens",
        arguments: "[--update]",
        job: "compare the golden files, or write them anew",
        run: goldens::task,
    },
    Task {
        name: "types",
        arguments: "",
        job: "write web/src/wire/api.ts anew from the description of the API",
        run: types::task,
    },
    Task {
        name: "web",
        arguments: "[ADDRESS]",
        job: "the web app with hot reload, in front of a running house",
        run: app::task,
    },
    Task {
        name: "serve",
        arguments: "[-- ARGUMENTS OF houseway serve]",
        job: "build, and serve on port 7700 with files in ./var",
        run: serve::task,
    },
    Task {
        name: "dist",
        arguments: "[--binary FILE]",
        job: "build the release and pack it with licences, checksums, completions, manual and unit",
        run: dist::task,
    },
    Task {
        name: "postgres",
        arguments: "",
        job: "a throw-away PostgreSQL until Ctrl-C, to run single tests against",
        run: postgres::task,
    },
    Task {
        name: "fuzz",
        arguments: "[TARGET] [--seconds N]",
        job: "run the fuzz targets, 60 seconds each unless told",
        run: fuzz::task,
    },
    Task {
        name: "soak",
        arguments: "[odds [BOOK…] | tables | crash [N]]",
        job: "prove the odds by enumeration; play fifty million commands; kill the server 1000 times",
        run: soak::task,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.line.is_empty() {
                eprintln!("xtask: {}", failure.line);
            }
            ExitCode::from(failure.code)
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<(), Failure> {
    let Some((name, rest)) = arguments.split_first() else {
        run::say(&help());
        return Ok(());
    };
    // What follows -- is for the program that the task runs.
    let mut ours = rest.iter().take_while(|a| *a != "--");
    if matches!(name.as_str(), "help" | "--help" | "-h") || ours.any(|a| a == "--help" || a == "-h") {
        run::say(&help());
        return Ok(());
    }
    let Some(task) = TASKS.iter().find(|t| t.name == name) else {
        let names: Vec<&str> = TASKS.iter().map(|t| t.name).collect();
        return Err(Failure::usage(format!("no task is called \"{name}\"; there are {}", names.join(", "))));
    };
    (task.run)(&run::root()?, rest)
}

fn help() -> String {
    let mut text = String::from("Project tasks.\n\nUsage: cargo xtask TASK [ARGUMENTS]\n\n");
    for task in TASKS {
        text.push_str(&format!("  {:<8} {}\n", task.name, task.job));
        if !task.arguments.is_empty() {
            text.push_str(&format!("  {:<8}   {} {}\n", "", task.name, task.arguments));
        }
    }
    text.push_str("\nExit status: 0 all is well, 2 the arguments were wrong, else something failed.\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn help_lists_every_task() {
        let help = help();
        for task in TASKS {
            assert!(help.contains(&format!("  {:<8} {}", task.name, task.job)), "{}", task.name);
        }
    }

    #[test]
    fn an_unknown_task_is_a_usage_error_that_names_it() {
        let failure = dispatch(&words("tdiy")).expect_err("there is no such task");
        assert_eq!(failure.code, 2);
        assert!(failure.line.contains("\"tdiy\"") && failure.line.contains("tidy"));
    }

    #[test]
    fn bad_arguments_are_usage_errors_in_every_task() {
        for line in [
            "test --fast",
            "goldens --write",
            "test rest",
            "types now",
            "postgres now",
            "soak crash soon",
            "dist --binary",
            "dist now",
            "fuzz --seconds",
            "fuzz --seconds soon",
            "fuzz --seconds 0",
        ] {
            let failure = dispatch(&words(line)).expect_err(line);
            assert_eq!(failure.code, 2, "{line}: {}", failure.line);
            assert!(!failure.line.contains('\n'), "{line}: one line");
        }
    }
}
