/// Walks over the tokens of one command and sorts them into the parameters of its syntax.
struct CommandParser {
  private let text: CommandText
  private let syntax: CommandSyntax
  private let reader: ValueReader
  private var index: Int
  private let firstArgument: Int
  /// The verbs of the noun that the command's one word is, too.
  private let verbs: [String]
  private var arguments: [String: Argument] = [:]
  private var positionals: ArraySlice<Parameter>

  init(
    _ text: CommandText, grammar: CommandGrammar, _ reader: ValueReader
  ) throws(Diagnostic) {
    let words = text.tokens.prefix { $0.isBare }.map(\.text)
    guard let (syntax, count) = grammar.match(words) else {
      throw Self.unknownCommand(text, grammar)
    }
    self.text = text
    self.syntax = syntax
    self.reader = reader
    self.index = count
    self.firstArgument = count
    verbs = count == 1 ? grammar.verbs(of: words[0]) : []
    self.positionals = syntax.positionals[...]
  }

  mutating func parse() throws(Diagnostic) -> ParsedCommand {
    while index < text.tokens.count {
      let token = text.tokens[index]
      if let option = option(at: index) {
        try takeOption(option, named: token)
      } else if let positional = positionals.popFirst() {
        try take(positional)
      } else {
        throw unexpected(token)
      }
    }
    try checkNothingIsMissing()
    return ParsedCommand(syntax: syntax, text: text, arguments: arguments)
  }

  /// The option that a word names, with or without the two dashes that command lines want.
  private func option(at index: Int) -> Parameter? {
    let token = text.tokens[index]
    guard token.isBare else { return nil }
    return syntax.option(
      named: token.text.hasPrefix("--") ? String(token.text.dropFirst(2)) : token.text)
  }

  private mutating func takeOption(_ option: Parameter, named token: Token) throws(Diagnostic) {
    guard arguments[option.name] == nil else {
      throw text.diagnostic(
        "\(option.name) is given twice", hint: "keep one of them", at: token.range)
    }
    index += 1
    if option.kind == .flag {
      arguments[option.name] = Argument(value: .boolean(true), range: token.range)
    } else {
      try take(option)
    }
  }

  /// Takes the value that begins at the current token.
  private mutating func take(_ parameter: Parameter) throws(Diagnostic) {
    let start = index
    if parameter.kind.takesManyTokens {
      while index < text.tokens.count, parameter.kind.takesAllTokens || option(at: index) == nil {
        index += 1
      }
    } else if index < text.tokens.count, option(at: index) == nil || isChoice(of: parameter) {
      index += 1
    }
    guard index > start else { throw missingValue(of: parameter) }
    arguments[parameter.name] = try reader.read(start..<index, for: parameter)
  }

  private func isChoice(of parameter: Parameter) -> Bool {
    parameter.kind.choices.contains(text.tokens[index].text)
  }

  private func checkNothingIsMissing() throws(Diagnostic) {
    let afterWords =
      firstArgument < text.tokens.count ? text.tokens[firstArgument].range : text.end
    if let positional = positionals.first(where: \.isRequired) {
      throw missing("\(syntax.name) needs \(positional.summary)", at: afterWords)
    }
    if let option = syntax.options.first(where: { $0.isRequired && arguments[$0.name] == nil }) {
      throw missing(
        "\(syntax.name) needs \(option.name), \(option.summary)", at: text.end)
    }
    for group in syntax.alternatives {
      let given = group.filter { arguments[$0] != nil }
      if given.isEmpty {
        throw missing("\(syntax.name) needs \(group.joined(separator: " or "))", at: text.end)
      }
      guard given.count == 1 else {
        let places = given.compactMap { arguments[$0]?.range }
        let last = places.max { $0.start < $1.start } ?? text.range
        throw text.diagnostic(
          "\(given.joined(separator: " and ")) cannot be given together",
          hint: "keep one of them", at: last)
      }
    }
  }

  // MARK: Faults

  /// The usage line, or where to read it when it would be too long for a hint.
  private var usageHint: String {
    let usage = syntax.usage
    return usage.count <= 90
      ? "usage: \(usage)" : "\"help \(syntax.name)\" tells how it is written"
  }

  private func missing(_ message: String, at range: SourceRange) -> Diagnostic {
    text.diagnostic(message, hint: usageHint, at: range)
  }

  private func missingValue(of parameter: Parameter) -> Diagnostic {
    let message = "\(parameter.name) needs a value, \(parameter.summary)"
    guard index < text.tokens.count else {
      return missing(message, at: text.end)
    }
    let word = text.tokens[index].text
    let remedy = parameter.kind == .predicate ? "(\(word) …)" : "\"\(word)\""
    return text.diagnostic(
      message,
      hint: "\"\(word)\" is read as an option's name here; if it is the value, write "
        + remedy, at: text.tokens[index].range)
  }

  private func unexpected(_ token: Token) -> Diagnostic {
    if let verb = text.tokens.dropFirst(firstArgument).first, verb.isBare,
      let hint = Suggestion.hint(for: verb.text, in: verbs)
    {
      return text.diagnostic(
        "\(syntax.name) has no verb \"\(verb.text)\"", hint: hint, at: verb.range)
    }
    let names = syntax.options.map(\.name)
    let open = names.filter { arguments[$0] == nil }
    if token.isBare, let hint = Suggestion.hint(for: token.text, in: open) {
      return text.diagnostic(
        "\(syntax.name) has no option \"\(token.text)\"", hint: hint, at: token.range)
    }
    let message = "\(syntax.name) does not expect \"\(token.text)\" here"
    return text.diagnostic(
      message, hint: quotingHint() ?? optionsHint(open), at: token.range)
  }

  private func optionsHint(_ open: [String]) -> String {
    guard !open.isEmpty else { return usageHint }
    return "it takes \(open.joined(separator: ", "))"
  }

  /// A name of several words without quotes is the likeliest reason for a word too many.
  private func quotingHint() -> String? {
    guard let before = text.tokens[..<index].last, before.kind == .word,
      let argument = arguments.first(where: { $0.value.range == before.range }),
      let parameter = (syntax.positionals + syntax.options).first(where: { $0.name == argument.key }
      )
    else { return nil }
    if parameter.kind != .text, Self.linkingWords.contains(before.text) {
      return hint(leavingOut: before)
    }
    switch parameter.kind {
    case .text, .live, .file:
      var end = index
      while end < text.tokens.count, option(at: end) == nil, text.tokens[end].kind != .quoted {
        end += 1
      }
      guard end > index else { return nil }
      let words = text.tokens[(index - 1)..<end].map(\.text).joined(separator: " ")
      return "put text of several words in quotes: \"\(words)\""
    default:
      return nil
    }
  }

  /// Words that people put before a value and that no option is called by here.
  private static let linkingWords: Set<String> = ["from", "of", "in", "at", "to", "for"]

  /// What the command is without a word that only links its parts.
  private func hint(leavingOut word: Token) -> String {
    let rest = text.tokens.filter { $0.range != word.range }.map { token in
      token.kind == .quoted ? "\"\(token.text)\"" : token.text
    }
    return "leave out \"\(word.text)\": \(rest.joined(separator: " "))"
  }

  private static func unknownCommand(_ text: CommandText, _ grammar: CommandGrammar) -> Diagnostic {
    guard let first = text.tokens.first else {
      return text.diagnostic("there is no command", at: text.range)
    }
    let verbs = first.isBare ? grammar.verbs(of: first.text) : []
    guard !verbs.isEmpty else {
      return text.diagnostic(
        "unknown command \"\(first.text)\"",
        hint: Suggestion.hint(for: first.text, in: grammar.firstWords)
          ?? "\"help\" lists the commands", at: first.range)
    }
    let list = "\(first.text) \(verbs.joined(separator: "|"))"
    guard text.tokens.count > 1 else {
      return text.diagnostic(
        "\(first.text) needs a verb", hint: "write \(list)", at: text.end)
    }
    let verb = text.tokens[1]
    return text.diagnostic(
      "\(first.text) has no verb \"\(verb.text)\"",
      hint: Suggestion.hint(for: verb.text, in: verbs) ?? "write \(list)", at: verb.range)
  }
}
