import Campground
import CampgroundShell
import CommandKit
import Foundation
import Rendering

/// Reads the words of the command line.
struct ArgumentParser {
  private var words: ArraySlice<String>
  private var options = CommandLineOptions()

  /// - Parameter arguments: the words without the program's name.
  init(_ arguments: [String]) {
    words = arguments[...]
  }

  /// - Throws: a diagnostic with exit status 64.
  mutating func parse() throws(Diagnostic) -> CommandLineOptions {
    while let word = words.popFirst() {
      try take(word)
    }
    if options.isInMemory, options.storePath != nil {
      throw Self.usage("--in-memory and --store cannot be given together", "use only one of them")
    }
    return options
  }

  private mutating func take(_ word: String) throws(Diagnostic) {
    guard word.hasPrefix("-"), word != "-", word != "--" else {
      throw Self.usage(
        "\"\(word)\" is not an option", "use -f to run a script, -c to run a command")
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isLong = word.hasPrefix("--")
    // -cTEXT is -c TEXT.
    let name = isLong ? String(parts[0]) : String(word.prefix(2))
    let attached: String? =
      isLong
      ? (parts.count > 1 ? String(parts[1]) : nil)
      : (word.count > 2 ? String(word.dropFirst(2)) : nil)
    guard let option = OptionSyntax.table.first(where: { $0.names.contains(name) }) else {
      let names = OptionSyntax.table.flatMap(\.names).filter { $0.hasPrefix("--") }
      throw Self.usage(
        "unknown option \(name)",
        Suggestion.hint(for: name, in: names) ?? "campground --help lists the options")
    }
    guard option.value != nil else {
      if attached != nil { throw Self.usage("\(name) takes no value", "write \(name) alone") }
      apply(option.id)
      return
    }
    guard let value = attached ?? words.popFirst() else {
      throw Self.usage("\(name) needs a value", "write \(name) \(option.value ?? "")")
    }
    try apply(option.id, name, value)
  }

  private mutating func apply(_ id: OptionSyntax.ID) {
    switch id {
    case .inMemory: options.isInMemory = true
    case .readOnly: options.isReadOnly = true
    case .noMigrate: options.migrates = false
    case .keepGoing: options.keepsGoing = true
    case .yes: options.saysYes = true
    case .version: options.wantsVersion = true
    case .help: options.wantsHelp = true
    case .command, .file, .store, .campground, .user, .output, .now, .timeZone, .timeout, .color:
      break
    }
  }

  private mutating func apply(
    _ id: OptionSyntax.ID, _ name: String, _ value: String
  ) throws(Diagnostic) {
    switch id {
    case .command: options.inputs.append(.text(value))
    case .file: options.inputs.append(.file(value))
    case .store:
      guard !value.isEmpty else {
        throw Self.usage("--store cannot be empty", "give the path of a file")
      }
      options.storePath = value
    case .campground:
      guard value.contains(where: { !$0.isWhitespace }) else {
        throw Self.usage("--campground cannot be empty", "give the name of a campground")
      }
      options.campground = value
    case .user:
      guard value.contains(where: { !$0.isWhitespace }) else {
        throw Self.usage("--as cannot be empty", "give an employee's name")
      }
      options.user = value
    case .output:
      options.format = try Self.choice(value, of: OutputFormat.allCases, for: name)
    case .color:
      options.color = try Self.choice(
        value, of: CommandLineOptions.ColorChoice.allCases, for: name)
    case .now:
      guard let now = WallTimeArgument(value) else {
        throw Self.usage(
          "--now expects a time, not \"\(value)\"", "write it like 2026-07-01T09:00")
      }
      options.now = now
    case .timeZone: options.timeZone = try Self.timeZone(value)
    case .timeout:
      guard let seconds = Double(value), (0...3_600).contains(seconds) else {
        throw Self.usage(
          "--timeout expects seconds from 0 to 3600, not \"\(value)\"", "write --timeout 10")
      }
      options.timeout = seconds
    case .inMemory, .readOnly, .noMigrate, .keepGoing, .yes, .version, .help: break
    }
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ value: String, of choices: [Choice], for name: String
  ) throws(Diagnostic) -> Choice {
    if let choice = Choice(rawValue: value) { return choice }
    let words = choices.map(\.rawValue)
    throw usage(
      "\(name) cannot be \"\(value)\"",
      Suggestion.hint(for: value, in: words) ?? "choose from \(words.joined(separator: ", "))")
  }

  private static func timeZone(_ value: String) throws(Diagnostic) -> TimeZone {
    if let zone = TimeZone.named(value) { return zone }
    throw usage(
      "--timezone expects a time zone, not \"\(value)\"",
      Suggestion.hint(for: value, in: TimeZone.knownTimeZoneIdentifiers)
        ?? "write it like America/Los_Angeles")
  }

  private static func usage(_ message: String, _ hint: String) -> Diagnostic {
    Diagnostic(message, hint: hint, file: "campground", exitStatus: .usage)
  }
}
