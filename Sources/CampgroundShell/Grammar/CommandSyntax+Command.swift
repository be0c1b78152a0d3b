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
    .advising { syntax.advice(about: $0) }
  }

  /// What is meant by words that the command does not take.
  private func advice(about words: String) -> String? {
    switch id {
    // A name is no key: somebody means a group on one bill.
    case .group where words.hasPrefix("\""):
      "\"help group\" tells what there is for a group on one bill"
    default: nil
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
    return try reader.read(indices, for: parameter)
  }

  /// What reads the values of the shell's own languages.
  var reader: ValueReader {
    ValueReader(text: command, variables: context.variables) { [context] in
      try context.typingDay()
    }
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
      placeholder, summary, nature, extent: extent, role: kind.clauseRole
    ) { text in try text.legacyValue(of: parameter) }
    if !kind.choices.isEmpty { type = type.choosing(from: kind.choices) }
    type = type.completing { beginning, session in
      session.values(of: parameter.kind, beginningWith: beginning)
    }
    guard kind.isOfProperties else { return type }
    return type.completingClause { clause in
      guard let entity = (try? clause.argument(with: "entity")?.text()) ?? nil else {
        return CompletionList(replacedCount: 0, candidates: [])
      }
      return QueryCompletion(
        source: clause.context, entity: entity, words: clause.words, columns: clause.columns
      ).list(parameter.kind, clause.text, isHaving: clause.name == "having")
    }
  }

  private var nature: ValueNature {
    switch kind {
    case .text: .text
    case .live(.entity): .word
    case .live, .file: .name
    case .integer, .decimal, .nights: .number
    case .date: .date
    case .predicate: .condition
    case .sort, .select, .key, .keys, .keysBehindBy, .grouping, .siteChanges, .rest:
      .clause
    case .boolean, .timeOfDay, .word, .timeZone, .currency, .flag: .word
    }
  }

  private var extent: ValueExtent {
    if kind == .flag { return .nothing }
    if kind.takesAllTokens { return .rest }
    if kind.takesManyTokens { return .upToOption }
    // An amount may be two words, 10,610 JPY.
    return kind == .decimal ? .words { Currency.knownCodes.contains($1) } : .word
  }
}

extension ValueKind {
  /// What the clauses of a query know each other by.
  fileprivate var clauseRole: Role? {
    switch self {
    case .live(.entity): "entity"
    case .select: "select"
    case .grouping: "grouping"
    default: nil
    }
  }
}

extension ClauseText<Session> {
  /// The names of the columns that the clauses before have selected.
  fileprivate var columns: [String] {
    if let grouped = argument(with: "grouping") {
      var reader = GroupingReader(grouped.reader)
      return (try? reader.read(grouped.indices))?.columns.map(\.name) ?? []
    }
    return argument(with: "select").flatMap { selected in
      try? SelectReader(selected.reader, for: .select(.select, "")).terms(selected.indices)
    }?.map(\.name) ?? []
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
    case .rest: Self.help.topics
    case .date: DatePhrase.words
    case .currency: Currency.knownCodes
    case .text, .integer, .decimal, .timeOfDay, .nights, .timeZone, .predicate, .sort, .select,
      .key, .keys, .keysBehindBy, .grouping, .flag:
      []
    }
  }
}
