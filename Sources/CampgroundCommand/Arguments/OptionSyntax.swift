import CampgroundShell
import Rendering

/// An option of the command line; the parser and `--help` are both driven by the table of these.
struct OptionSyntax {
  /// The options, for the parser to switch on.
  enum ID {
    case command
    case file
    case store
    case inMemory
    case readOnly
    case noMigrate
    case campground
    case user
    case output
    case keepGoing
    case yes
    case now
    case timeZone
    case timeout
    case color
    case version
    case help
  }

  let id: ID
  let names: [String]
  /// The placeholder for the value in `--help`; nil for an option without a value.
  let value: String?
  let summary: String

  static let table = [
    OptionSyntax(.command, ["-c", "--command"], "TEXT", "run commands, then exit (repeatable)"),
    OptionSyntax(
      .file, ["-f", "--file"], "FILE", "run a script, then exit (repeatable; - is standard input)"),
    OptionSyntax(
      .store, ["--store"], "PATH",
      "store file (default: $XDG_DATA_HOME/campground/campground.sqlite)"),
    OptionSyntax(.inMemory, ["--in-memory"], nil, "work in an empty store that is not saved"),
    OptionSyntax(.readOnly, ["--readonly"], nil, "allow no changes to the store"),
    OptionSyntax(
      .noMigrate, ["--no-migrate"], nil,
      "refuse a store of an older version, instead of migrating it"),
    OptionSyntax(
      .campground, ["--campground"], "NAME",
      "campground to work at (default: the first)"),
    OptionSyntax(.user, ["--as"], "NAME", "your name, for the audit (default: your login name)"),
    OptionSyntax(
      .output, ["--output"], "FORMAT",
      OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
        + " (default: box on a terminal, otherwise plain)"),
    OptionSyntax(
      .keepGoing, ["--keep-going"], nil, "go on after an error; the exit status still shows it"),
    OptionSyntax(.yes, ["--yes"], nil, "do not ask for confirmation"),
    OptionSyntax(
      .now, ["--now"], "TIME", "fixed time at the campground, like 2026-07-01T09:00"),
    OptionSyntax(
      .timeZone, ["--timezone"], "ZONE", "time zone of new campgrounds, and of --now"),
    OptionSyntax(
      .timeout, ["--timeout"], "SECONDS", "time to wait for a locked store (default: 10)"),
    OptionSyntax(.color, ["--color"], "WHEN", "auto, always or never"),
    OptionSyntax(.version, ["--version"], nil, "print the version"),
    OptionSyntax(.help, ["--help", "-h"], nil, "print this help"),
  ]

  private init(_ id: ID, _ names: [String], _ value: String?, _ summary: String) {
    self.id = id
    self.names = names
    self.value = value
    self.summary = summary
  }

  /// The text of `--help`.
  static var help: String {
    let labels = table.map { option in
      option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
    }
    let widest = labels.map(\.count).max() ?? 0
    let rows = zip(labels, table).map { label, option in
      "  " + label + String(repeating: " ", count: widest - label.count + 2) + option.summary
    }
    return """
      usage: campground [options]

      Runs a campground from a shell or from scripts. Without -c and -f it reads
      commands from the terminal, or from a pipe.

      \(rows.joined(separator: "\n"))

      In the shell, type "help" to begin.
      Exit status: 0 fine, 64 usage, 65 a command or its data failed, 66 input
      missing, 73 and 74 cannot write, 75 a locked store, 78 configuration, 130
      interrupted.

      """
  }
}
