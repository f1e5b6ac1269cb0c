//! `benchbook completions` and `benchbook man`.

use crate::support::Site;

#[test]
fn every_shell_completes_the_commands() {
    let site = Site::empty();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = site.run(&["completions", shell]);
        run.success();
        for word in ["verify", "record", "cooldown"] {
            assert!(run.stdout.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(site.run(&["completions", "tcsh"]).code, 2);
}

#[test]
fn every_command_has_a_manual_page() {
    let site = Site::empty();
    let run = site.run(&["man"]);
    run.success();
    assert!(run.stdout.contains(".SH SUBCOMMANDS") && run.stdout.contains("benchbook\\-verify(1)"), "{}", run.stdout);
    site.run(&["man", "share/man1"]).success();
    let help = site.run(&["--help"]).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A description may go on in the next line.
    let names: Vec<&str> = commands
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.len() >= 11 && names.contains(&"man"), "{names:?}");
    for name in names {
        let page = site.read(&format!("share/man1/benchbook-{name}.1"));
        assert!(page.contains(&format!(".TH benchbook-{name} 1")), "{page}");
    }
}
