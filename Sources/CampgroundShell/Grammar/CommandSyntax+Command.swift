import Campground
import CommandKit
import Foundation

extension CommandSyntax {
  /// The command as the shell's grammar has it.
  var command: Command<Session> {
    let syntax = self
    let arguments = CommandKit.Argument<Session, ParsedCommand>(
      positionals.map { $0.kitParameter(isPositional: true) }
        + options.map { $0.kitParameter(isPositional: false) }, alternatives: alternatives
    ) { given throws(Diagnostic) in
      var values: [String: CampgroundShell.Argument] = [:]
      for parameter in syntax.positionals + syntax.options {
        guard let words = given.text(named: parameter.name) else { continue }
        values[parameter.name] = try words.legacyValue(of: parameter)
      }
      let parsed = ParsedCommand(syntax: syntax, text: given.text, arguments: values)
      return { _ in parsed }
    }
    return Command(
      name, aliases: aliases.map { $0.joined(separator: " ") }, summary, arguments,
      details: details, examples: examples
    ) { session, parsed in
      try session.checkSigns(of: parsed)
      return try session.answer(parsed)
    }
  }
}

extension ArgumentText<Session> {
  fileprivate func legacyValue(
    of parameter: Parameter
  ) throws(Diagnostic) -> CampgroundShell.Argument {
    if parameter.kind == .flag {
      return CampgroundShell.Argument(value: .boolean(true), range: range)
    }
    if parameter.kind == .siteChanges {
      do {
        return CampgroundShell.Argument(value: .siteChanges(try siteChanges()), range: range)
      } catch {
        throw error as? Diagnostic ?? command.diagnostic("\(error)", at: range)
      }
    }
    let reader = ValueReader(text: command, variables: context.variables) { [context] in
      try context.typingDay()
    }
    return try reader.read(indices, for: parameter)
  }
}

extension Session {
  /// Whether months or days stand first where the campground is.
  var dateOrder: DateOrder {
    DateOrder(((try? campgrounds.current()) ?? nil)?.locale ?? Locale(identifier: "en_US"))
  }

  /// The day that words such as tomorrow are counted from.
  func typingDay() throws -> CalendarDate {
    if let dayOfTyping { return dayOfTyping }
    try lookAround()
    return try today()
  }
}

extension Parameter {
  fileprivate func kitParameter(isPositional: Bool) -> CommandKit.Parameter<Session> {
    CommandKit.Parameter(
      name, type, isPositional: isPositional, isRequired: isRequired,
      takesEmptyText: takesEmptyText)
  }

  private var type: ValueType<Session, CampgroundShell.Argument> {
    let parameter = self
    var type = ValueType<Session, CampgroundShell.Argument>(
      placeholder, summary, nature, extent: extent
    ) { text in try text.legacyValue(of: parameter) }
    if !kind.choices.isEmpty { type = type.choosing(from: kind.choices) }
    return type.completing { beginning, session in
      session.values(of: parameter.kind, beginningWith: beginning)
    }
  }

  private var nature: ValueNature {
    switch kind {
    case .text: .text
    case .live, .file: .name
    case .integer, .decimal, .nights: .number
    case .date: .date
    case .siteChanges: .clause
    case .boolean, .timeOfDay, .word, .flag: .word
    }
  }

  private var extent: ValueExtent {
    if kind == .flag { return .nothing }
    if kind.takesManyTokens { return .upToOption }
    // An amount may be two words, 10,610 JPY.
    return kind == .decimal ? .words { Currency.knownCodes.contains($1) } : .word
  }
}

extension Session {
  /// What completion offers for a value.
  fileprivate func values(of kind: ValueKind, beginningWith beginning: String) -> [String] {
    switch kind {
    case .live(let live): values(of: live, beginningWith: beginning)
    case .siteChanges: values(of: .campsite)
    case .file: FileCompletion.paths(beginningWith: beginning)
    case .word, .boolean: kind.choices
    case .date: DatePhrase.words
    case .text, .integer, .decimal, .timeOfDay, .nights, .flag: []
    }
  }
}
