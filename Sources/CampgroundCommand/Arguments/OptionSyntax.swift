import CampgroundShell
import CommandKit
import Foundation
import Rendering

/// An option of the command line; the parser and `--help` are both driven by the table of these.
struct OptionSyntax {
  let names: [String]
  /// The placeholder for the value in `--help`; nil for an option without a value.
  let value: String?
  let summary: String
  /// The values that it may have; empty for any.
  let choices: [String]
  /// Whether its value is the path of a file.
  var isPath: Bool { value == "FILE" || value == "PATH" }
  /// Takes the option with its value, which is empty for an option without one.
  let take: @Sendable (inout CommandLineOptions, String) throws(Diagnostic) -> Void

  static let table = [
    OptionSyntax(["-c", "--command"], "TEXT", "run commands, then exit (repeatable)") {
      $0.inputs.append(.text($1))
    },
    OptionSyntax(
      ["-f", "--file"], "FILE", "run a script, then exit (repeatable; - is standard input)"
    ) { $0.inputs.append(.file($1)) },
    OptionSyntax(
      ["--store"], "PATH", "store file (default: $XDG_DATA_HOME/campground/campground.sqlite)"
    ) { options, value throws(Diagnostic) in
      guard !value.isEmpty else {
        throw .usage("--store cannot be empty", "give the path of a file")
      }
      options.storePath = value
    },
    flag(["--in-memory"], "work in an empty store that is not saved") { $0.isInMemory = true },
    flag(["--demo"], "work in a made-up campground, which keeps what you try until tomorrow") {
      $0.demo = $0.demo ?? .init()
    },
    flag(["--demo-short"], "the demo without its two years of history, made within seconds") {
      $0.demo = $0.demo ?? .init()
      $0.demo?.isShort = true
    },
    flag(["--demo-new"], "the demo as it was made, without what you tried") {
      $0.demo = $0.demo ?? .init()
      $0.demo?.isNew = true
    },
    flag(["--readonly"], "allow no changes to the store") { $0.isReadOnly = true },
    flag(["--no-migrate"], "refuse a store of an older version, instead of migrating it") {
      $0.migrates = false
    },
    OptionSyntax(["--campground"], "NAME", "campground to work at (default: the first)") {
      options, value throws(Diagnostic) in
      guard value.contains(where: { !$0.isWhitespace }) else {
        throw .usage("--campground cannot be empty", "give the name of a campground")
      }
      options.campground = value
    },
    OptionSyntax(["--as"], "NAME", "your name, for the audit (default: your login name)") {
      options, value throws(Diagnostic) in
      guard value.contains(where: { !$0.isWhitespace }) else {
        throw .usage("--as cannot be empty", "give an employee's name")
      }
      options.user = value
    },
    OptionSyntax(
      ["--output"], "FORMAT",
      OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
        + " (default: box on a terminal, otherwise plain)", choices: words(OutputFormat.self)
    ) { options, value throws(Diagnostic) in options.format = try choice(value, for: "--output") },
    flag(["--keep-going"], "go on after an error; the exit status still shows it") {
      $0.keepsGoing = true
    },
    OptionSyntax(["-v", "--variable"], "NAME=VALUE", "set a variable, used as $NAME (repeatable)") {
      $0.variables.append($1)
    },
    flag(["-1", "--single-transaction"], "save all changes of the scripts together, or none") {
      $0.saving = $0.saving == .nothing ? .nothing : .together
    },
    flag(["--dry-run"], "carry the scripts out without saving anything") { $0.saving = .nothing },
    flag(["--echo"], "print commands with their answers, as a story that can be replayed") {
      $0.echoes = true
    },
    flag(["--yes"], "do not ask for confirmation") { $0.saysYes = true },
    OptionSyntax(["--now"], "TIME", "fixed time at the campground, like 2026-07-01T09:00") {
      options, value throws(Diagnostic) in
      guard let now = WallTimeArgument(value) else {
        throw .usage("--now expects a time, not \"\(value)\"", "write it like 2026-07-01T09:00")
      }
      options.now = now
    },
    OptionSyntax(["--timezone"], "ZONE", "time zone of new campgrounds, and of --now") {
      options, value throws(Diagnostic) in
      guard let zone = TimeZone.named(value) else {
        throw .usage(
          "--timezone expects a time zone, not \"\(value)\"",
          Suggestion.hint(for: value, in: TimeZone.knownTimeZoneIdentifiers)
            ?? "write it like America/Los_Angeles")
      }
      options.timeZone = zone
    },
    OptionSyntax(["--timeout"], "SECONDS", "time to wait for a locked store (default: 10)") {
      options, value throws(Diagnostic) in
      guard let seconds = Double(value), (0...3_600).contains(seconds) else {
        throw .usage(
          "--timeout expects seconds from 0 to 3600, not \"\(value)\"", "write --timeout 10")
      }
      options.timeout = seconds
    },
    OptionSyntax(
      ["--color"], "WHEN", "auto, always or never",
      choices: words(CommandLineOptions.ColorChoice.self)
    ) { options, value throws(Diagnostic) in options.color = try choice(value, for: "--color") },
    flag(["--safe"], "let commands reach no files and programs other than the store") {
      $0.isSafe = true
    },
    flag(["--no-pager"], "show long answers at a terminal at once, not page by page") {
      $0.usesPager = false
    },
    OptionSyntax(
      ["--generate"], "WHAT", "print man, or a completion script for bash, zsh or fish",
      choices: words(GeneratedText.self)
    ) { options, value throws(Diagnostic) in
      options.generated = try choice(value, for: "--generate")
    },
    flag(["--version"], "print the version") { $0.wantsVersion = true },
    flag(["--help", "-h"], "print this help") { $0.wantsHelp = true },
  ]

  private init(
    _ names: [String], _ value: String?, _ summary: String, choices: [String] = [],
    take: @escaping @Sendable (inout CommandLineOptions, String) throws(Diagnostic) -> Void
  ) {
    self.names = names
    self.value = value
    self.summary = summary
    self.choices = choices
    self.take = take
  }

  /// An option without a value.
  private static func flag(
    _ names: [String], _ summary: String,
    set: @escaping @Sendable (inout CommandLineOptions) -> Void
  ) -> OptionSyntax {
    OptionSyntax(names, nil, summary) { options, _ in set(&options) }
  }

  private static func words<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type
  ) -> [String] { Choice.allCases.map(\.rawValue) }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: String, for name: String
  ) throws(Diagnostic) -> Choice {
    if let choice = Choice(rawValue: value) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw .usage(
      "\(name) cannot be \"\(value)\"",
      Suggestion.hint(for: value, in: words) ?? "choose from \(words.joined(separator: ", "))")
  }

  /// The text of `--help`.
  static var help: String {
    let labels = table.map { option in
      option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
    }
    let widest = labels.map(\.count).max() ?? 0
    let rows = zip(labels, table).map { label, option in
      "  " + label.padded(to: widest + 2) + option.summary
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

extension Diagnostic {
  /// A fault of the command line.
  static func usage(_ message: String, _ hint: String) -> Diagnostic {
    Diagnostic(message, hint: hint, file: "campground", exitStatus: .usage)
  }
}
