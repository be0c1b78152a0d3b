/// Walks over the tokens of one command and sorts them into the parameters of its declaration.
@MainActor
struct CommandParser<Context: CommandContext> {
  let text: CommandText
  let command: Command<Context>
  let context: Context
  let grammar: CommandGrammar<Context>
  private(set) var index: Int
  let firstArgument: Int
  private(set) var places: [String: Range<Int>] = [:]
  private var positionals: ArraySlice<Parameter<Context>>

  init(
    _ text: CommandText, grammar: CommandGrammar<Context>, _ context: Context
  ) throws(Diagnostic) {
    let words = text.tokens.prefix { $0.isBare }.map(\.text)
    guard let (command, count) = grammar.match(words) else {
      throw Self.unknownCommand(text, grammar, context)
    }
    self.text = text
    self.command = command
    self.context = context
    self.index = count
    self.firstArgument = count
    self.grammar = grammar
    self.positionals = command.positionals[...]
  }

  /// The verbs of the noun that the command's one word is, too.
  var verbs: [String] {
    firstArgument == 1 ? grammar.verbs(of: text.tokens[0].text) : []
  }

  mutating func parse() throws(Diagnostic) -> ParsedCommand<Context> {
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
    return try ParsedCommand(
      GivenArguments(command: command, text: text, context: context, places: places))
  }

  /// The option that a word names, with or without the two dashes that command lines want.
  func option(at index: Int) -> Parameter<Context>? {
    let token = text.tokens[index]
    guard token.isBare else { return nil }
    return command.option(
      named: token.text.hasPrefix("--") ? String(token.text.dropFirst(2)) : token.text)
  }

  private mutating func takeOption(
    _ option: Parameter<Context>, named token: Token
  ) throws(Diagnostic) {
    guard places[option.name] == nil else {
      throw text.diagnostic(
        "\(option.name) is given twice", hint: "keep one of them", at: token.range)
    }
    index += 1
    if option.isFlag {
      places[option.name] = index - 1..<index
    } else {
      try take(option)
    }
  }

  /// Takes the value that begins at the current token.
  private mutating func take(_ parameter: Parameter<Context>) throws(Diagnostic) {
    let start = index
    switch parameter.form.extent {
    case .rest: index = text.tokens.count
    case .upToOption:
      while index < text.tokens.count, option(at: index) == nil { index += 1 }
    case .word, .words, .nothing:
      if index < text.tokens.count, option(at: index) == nil || isChoice(of: parameter) {
        index += 1
        if case .words(let goesWith) = parameter.form.extent {
          while index < text.tokens.count, text.tokens[index].isBare,
            goesWith(text.tokens[index].text)
          {
            index += 1
          }
        }
      }
    }
    guard index > start else { throw missingValue(of: parameter) }
    do throws(Diagnostic) {
      try parameter.check(words(start..<index, of: parameter))
    } catch {
      throw fault(error, of: parameter, at: start)
    }
    places[parameter.name] = start..<index
  }

  func words(_ indices: Range<Int>, of parameter: Parameter<Context>) -> ArgumentText<Context> {
    ArgumentText(indices, of: text, named: parameter.name, in: context)
  }

  private func isChoice(of parameter: Parameter<Context>) -> Bool {
    parameter.form.choices.contains(text.tokens[index].text)
  }

  private func checkNothingIsMissing() throws(Diagnostic) {
    let afterWords =
      firstArgument < text.tokens.count ? text.tokens[firstArgument].range : text.end
    if let positional = positionals.first(where: \.isRequired) {
      throw missing("\(command.name) needs \(positional.summary)", at: afterWords)
    }
    if let option = command.options.first(where: { $0.isRequired && places[$0.name] == nil }) {
      throw missing("\(command.name) needs \(option.name), \(option.summary)", at: text.end)
    }
    for group in command.alternatives {
      let given = group.filter { places[$0] != nil }
      if given.isEmpty {
        let isFirst = group.contains { command.option(named: $0) == nil }
        throw missing(
          "\(command.name) needs \(Self.choice(of: group))", at: isFirst ? afterWords : text.end)
      }
      guard given.count == 1 else {
        let last = given.compactMap { places[$0] }.map { text.raw($0).range }
          .max { $0.start < $1.start }
        throw text.diagnostic(
          "\(given.joined(separator: " and ")) cannot be given together",
          hint: "keep one of them", at: last ?? text.range)
      }
    }
  }

  /// `nights, months or to`
  private static func choice(of names: [String]) -> String {
    [names.dropLast().joined(separator: ", "), names.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " or ")
  }
}
