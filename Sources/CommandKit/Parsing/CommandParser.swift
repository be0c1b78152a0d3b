/// Walks over the tokens of a command and assigns them to the parameters of its declaration.
@MainActor
struct CommandParser<Context: CommandContext> {
  private(set) var text: CommandText
  /// The file that the end of the command names for its answer.
  private var file: AnswerFile?
  let command: Command<Context>
  let context: Context
  let grammar: CommandGrammar<Context>
  private(set) var index: Int
  let firstArgument: Int
  /// The places of each parameter's values, one for each time that it was given.
  private(set) var places: [String: [Range<Int>]] = [:]
  /// The options that were given by their names.
  private var named: Set<String> = []
  private var positionals: [Parameter<Context>]

  init(
    _ text: CommandText, grammar: CommandGrammar<Context>, _ context: Context
  ) throws(Diagnostic) {
    let words = text.tokens.prefix { $0.isBare }.map { $0.text }
    guard let (command, count) = grammar.match(words) else {
      throw Self.unknownCommand(text, grammar, context)
    }
    self.text = text
    self.command = command
    self.context = context
    self.index = count
    self.firstArgument = count
    self.grammar = grammar
    self.positionals = command.positionals
    guard let clause = try fileClause() else { return }
    self.text = text.upTo(clause.start)
    self.file = clause.file
  }

  /// The verbs of a noun that is also the command's only word.
  var verbs: [String] {
    firstArgument == 1 ? grammar.verbs(of: text.tokens[0].text) : []
  }

  mutating func parse() throws(Diagnostic) -> ParsedCommand<Context> {
    while index < text.tokens.count {
      let token = text.tokens[index]
      if let option = option(at: index) {
        try takeOption(option, named: token)
      } else if isUnknownOption(index), !takesRest {
        throw unknownOption(token)
      } else if let positional = nextPositional() {
        try take(positional)
      } else if let option = named(behind: index) {
        places[option.name] = [index..<index + 1]
        index += 2
      } else if let option = meant(at: index).only {
        try take(option)
      } else if isLinking(token), meant(at: index + 1).count == 1 {
        index += 1
      } else {
        throw unexpected(token)
      }
    }
    try checkNothingIsMissing()
    return try ParsedCommand(given, file: file)
  }

  private var given: GivenArguments<Context> {
    GivenArguments(
      command: command, text: text, context: context, places: places, named: named)
  }

  /// The option with the name that a word gives, with or without the two dashes of command lines.
  func option(at index: Int) -> Parameter<Context>? {
    let token = text.tokens[index]
    guard token.isBare, !isCompared(index) else { return nil }
    let word = token.text.hasPrefix("--") ? String(token.text.dropFirst(2)) : token.text
    return command.option(named: word) ?? grammar.optionAliases[word].flatMap(command.option)
  }

  /// Whether an operator follows a word, as in `group != nil`, so that it is part of a predicate.
  private func isCompared(_ index: Int) -> Bool {
    guard index + 1 < text.tokens.count else { return false }
    let next = text.tokens[index + 1]
    return next.isBare && next.text.first.map { "=!<>".contains($0) } ?? false
  }

  /// Whether a word can only be an option name, but no option has it.
  func isUnknownOption(_ index: Int) -> Bool {
    let token = text.tokens[index]
    return token.isBare && token.text.hasPrefix("--")
      && token.text.dropFirst(2).first?.isLetter == true && option(at: index) == nil
  }

  /// Whether the rest of the command is a single text.
  private var takesRest: Bool {
    if case .rest = positionals.first?.form.extent { true } else { false }
  }

  private mutating func takeOption(
    _ option: Parameter<Context>, named token: Token
  ) throws(Diagnostic) {
    guard places[option.name] == nil || option.form.isList else {
      throw text.diagnostic(
        "\(option.label) is given twice", hint: "use only one of them", at: token.range)
    }
    index += 1
    named.insert(option.name)
    if option.isFlag {
      places[option.name] = [index - 1..<index]
    } else {
      try take(option)
    }
  }

  /// Reads the value that begins at the current token.
  private mutating func take(_ parameter: Parameter<Context>) throws(Diagnostic) {
    if isLinking(index, before: parameter) { index += 1 }
    let start = index
    index = end(of: parameter, from: start)
    guard index > start else {
      if start < text.tokens.count, isUnknownOption(start) {
        throw unknownOption(text.tokens[start])
      }
      throw missingValue(of: parameter)
    }
    do throws(Diagnostic) {
      try parameter.check(words(start..<index, of: parameter))
    } catch {
      throw fault(error, of: parameter, at: start)
    }
    places[parameter.name, default: []].append(start..<index)
  }

  /// Removes and returns the parameter of the next value: normally the first one, but a later one
  /// if the word can only be its value, `pay R-1 cash`; nil if it is the value of an option, as in
  /// `sale add firewood`.
  private mutating func nextPositional() -> Parameter<Context>? {
    guard let first = positionals.first else { return nil }
    guard first.form.isDistinct, !reads(index, as: first) else { return positionals.removeFirst() }
    let place =
      positionals.firstIndex { $0.form.isDistinct && reads(index, as: $0) } ?? swapped(with: first)
    if place == nil, !first.isRequired, !isMeantAsNumber(index), meant(at: index).only != nil {
      return nil
    }
    return positionals.remove(at: place ?? positionals.startIndex)
  }

  /// Whether a word is meant as a number, even if it is none, as `2.0.0`.
  private func isMeantAsNumber(_ index: Int) -> Bool {
    text.tokens[index].text.contains(where: \.isNumber)
  }

  /// The index of a text parameter whose value comes before that of the parameter it follows,
  /// `charge R-1 firewood 8`.
  private func swapped(with first: Parameter<Context>) -> Int? {
    guard positionals.count > 1, positionals[1].form.nature == .text,
      option(at: index) == nil, index + 1 < text.tokens.count, reads(index + 1, as: first)
    else { return nil }
    return 1
  }

  /// Whether a word only connects values, as in `on Friday`.
  func isLinking(_ token: Token) -> Bool {
    token.isBare && grammar.linkingWords.contains(token.text)
  }

  /// Whether a word only introduces the value after it, as in `reserve site 15`.
  private func isLinking(_ index: Int, before parameter: Parameter<Context>) -> Bool {
    guard index + 1 < text.tokens.count, isLinking(text.tokens[index]),
      !parameter.form.takesManyWords, parameter.form.nature != .text
    else { return false }
    return option(at: index + 1) == nil && reads(index + 1, as: parameter)
  }

  /// The end of a value that begins at a token; the start if no value can begin there.
  func end(of parameter: Parameter<Context>, from start: Int) -> Int {
    var end = start
    switch parameter.form.extent {
    case .rest: return text.tokens.count
    case .restBeforeOptions:
      return (start..<text.tokens.count).first(where: hasOnlyOptions) ?? text.tokens.count
    case .nothing: return start
    case .upToOption:
      while end < text.tokens.count, option(at: end) == nil { end += 1 }
    case .list:
      while end < text.tokens.count, option(at: end) == nil, !isUnknownOption(end) { end += 1 }
    case .word, .words:
      guard start < text.tokens.count, !isUnknownOption(start),
        option(at: start) == nil || isChoice(start, of: parameter)
      else { return start }
      end += 1
      guard case .words(let goOn) = parameter.form.extent else { return end }
      while end < text.tokens.count, [.word, .number].contains(text.tokens[end].kind),
        goOn(text.tokens[start..<end].map(\.text), text.tokens[end].text)
      {
        end += 1
      }
    }
    return end
  }

  /// Whether the words from a token on are options with their values, and nothing else.
  private func hasOnlyOptions(from start: Int) -> Bool {
    var index = start
    while index < text.tokens.count {
      guard let option = option(at: index) else { return false }
      index += 1
      if option.isFlag { continue }
      guard index < text.tokens.count, reads(index, as: option) else { return false }
      index = end(of: option, from: index)
    }
    return true
  }

  func words(_ indices: Range<Int>, of parameter: Parameter<Context>) -> ArgumentText<Context> {
    ArgumentText([indices], of: text, for: parameter, in: context)
  }

  private func isChoice(_ index: Int, of parameter: Parameter<Context>) -> Bool {
    parameter.form.choices.contains(text.tokens[index].text)
  }

  private func checkNothingIsMissing() throws(Diagnostic) {
    let afterWords =
      firstArgument < text.tokens.count ? text.tokens[firstArgument].range : text.end
    if let positional = positionals.first(where: { $0.isRequired }) {
      throw missing("\(command.name) needs \(positional.described)", at: afterWords)
    }
    if let option = command.options.first(where: { $0.isRequired && places[$0.name] == nil }) {
      throw missing("\(command.name) needs \(option.described)", at: text.end)
    }
    for group in command.alternatives {
      let given = group.names.filter { places[$0] != nil }
      if given.isEmpty {
        if group.isEnough(self.given) { continue }
        let isFirst = group.names.contains { command.option(named: $0) == nil }
        throw missing(
          "\(command.name) needs \(choice(of: group.names))",
          at: isFirst ? afterWords : text.end)
      }
      guard given.count == 1 else {
        let last = given.compactMap { places[$0]?.last }.map { text.raw($0).range }
          .max { $0.start < $1.start }
        throw text.diagnostic(
          "\(given.map(command.label).joined(separator: " and ")) cannot be given together",
          hint: "use only one of them", at: last ?? text.range)
      }
    }
  }

  /// `nights, months or to`; one alone is described.
  private func choice(of names: [String]) -> String {
    if let name = names.only, let option = command.option(named: name) { return option.described }
    return names.map(command.label).joined(lastBy: "or")
  }
}
