import Campground

/// Walks over the tokens of one command and sorts them into the parameters of its syntax.
struct CommandParser {
  let text: CommandText
  let syntax: CommandSyntax
  let reader: ValueReader
  private(set) var index: Int
  let firstArgument: Int
  private let grammar: CommandGrammar
  private(set) var arguments: [String: Argument] = [:]
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
    self.grammar = grammar
    self.positionals = syntax.positionals[...]
  }

  /// The verbs of the noun that the command's one word is, too.
  var verbs: [String] {
    firstArgument == 1 ? grammar.verbs(of: text.tokens[0].text) : []
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
  func option(at index: Int) -> Parameter? {
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
      if parameter.kind == .decimal, isCurrency(at: index) { index += 1 }
    }
    guard index > start else { throw missingValue(of: parameter) }
    do {
      arguments[parameter.name] = try reader.read(start..<index, for: parameter)
    } catch {
      throw fault(error, of: parameter, at: start)
    }
  }

  /// Whether a word is the code of a currency, as amounts are printed with it.
  private func isCurrency(at index: Int) -> Bool {
    guard text.tokens.indices.contains(index), text.tokens[index].isBare else { return false }
    return Currency.knownCodes.contains(text.tokens[index].text)
  }

  private func isChoice(of parameter: Parameter) -> Bool {
    parameter.kind.choices.contains(text.tokens[index].text)
  }

  /// `nights, months or to`
  private static func choice(of names: [String]) -> String {
    [names.dropLast().joined(separator: ", "), names.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " or ")
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
        let isFirst = group.contains { syntax.option(named: $0) == nil }
        throw missing(
          "\(syntax.name) needs \(Self.choice(of: group))", at: isFirst ? afterWords : text.end)
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
}
