/// Error messages for commands, with hints about what was probably meant.
extension CommandParser {
  /// The usage line; if it is too long for a hint, an example, and where to find more.
  private var usageHint: String {
    let (usage, more) = (command.usage, "see \"help \(command.name)\"")
    guard usage.count > 90 else { return "usage: \(usage)" }
    guard let example = command.examples.first, example.count <= 90 else { return more }
    return "write it like \(example); \(more)"
  }

  func missing(_ message: String, at range: SourceRange) -> Diagnostic {
    text.diagnostic(message, hint: usageHint, at: range)
  }

  func missingValue(of parameter: Parameter<Context>) -> Diagnostic {
    let message =
      "\(parameter.label) needs a value"
      + (parameter.summary.isEmpty ? "" : " (\(parameter.summary))")
    guard index < text.tokens.count else {
      return missing(message, at: text.end)
    }
    let word = text.tokens[index].text
    let remedy =
      switch parameter.form.nature {
      case .condition: "(\(word) …)"
      case .keys: "(\(word))"
      default: CommandText.quoted(word, always: true)
      }
    return text.diagnostic(
      message,
      hint: "\"\(word)\" is taken for an option here; for the value, write \(remedy)",
      at: text.tokens[index].range)
  }

  func unexpected(_ token: Token) -> Diagnostic {
    if let verb = text.tokens.dropFirst(firstArgument).first, verb.isBare,
      let hint = Suggestion.hint(for: verb.text, in: verbs)
    {
      return text.diagnostic(
        "\(command.name) has no verb \"\(verb.text)\"", hint: hint, at: verb.range)
    }
    if let hint = misspelling(of: token) {
      return text.diagnostic(
        "\(command.name) has no option \"\(token.text)\"", hint: hint, at: token.range)
    }
    return text.diagnostic(
      "\(command.name) does not expect \"\(token.text)\" here",
      hint: command.advice(token.kind == .quoted ? "\"\(token.text)\"" : token.text)
        ?? fileHint(at: token) ?? phoneHint() ?? namingHint() ?? commandHint(at: token)
        ?? quotingHint() ?? optionsHint,
      at: token.range)
  }

  /// The error for an unknown word with the dashes of an option.
  func unknownOption(_ token: Token) -> Diagnostic {
    let near = Suggestion.closest(
      to: String(token.text.dropFirst(2)), in: command.options.map(\.name))
    return text.diagnostic(
      "\(command.name) has no option \(token.text)",
      hint: Suggestion.hint(of: near.map(command.label)) ?? optionsHint, at: token.range)
  }

  /// The options not given yet.
  private var openOptions: [Parameter<Context>] {
    command.options.filter { places[$0.name] == nil }
  }

  /// A hint for a word that may be a misspelled option.
  private func misspelling(of token: Token) -> String? {
    token.isBare ? Suggestion.hint(for: token.text, in: openOptions.map(\.label)) : nil
  }

  private var optionsHint: String {
    var open = openOptions.map(\.label)
    if grammar.writesFiles, command.content != .message, command.option(named: "to") == nil {
      open.append("to FILE")
    }
    guard !open.isEmpty else { return usageHint }
    return "options: \(open.joined(separator: ", "))"
  }

  /// The last parameter given at such a place.
  private func parameter(lastAt isMeant: (Range<Int>) -> Bool) -> Parameter<Context>? {
    command.parameters.first { places[$0.name]?.last.map(isMeant) ?? false }
  }

  /// A hint for the first word of another command, as in `checkout R-1 receipt`.
  private func commandHint(at token: Token) -> String? {
    guard token.isBare, !isLinking(token), grammar.firstWords.contains(token.text) else {
      return nil
    }
    return "\(token.text) is a command by itself; see \"help \(token.text)\""
  }

  /// An unquoted name of several words is the most likely reason for an extra word.
  private func quotingHint() -> String? {
    // A word that introduces a value, as in `site C1`, is not part of the name before it, and
    // nothing is part of a code, R-1.
    guard !isLinking(text.tokens[index]), let before = text.tokens[..<index].last,
      before.kind == .word, !before.text.contains(where: \.isNumber),
      let parameter = parameter(lastAt: { $0 == index - 1..<index })
    else { return nil }
    guard [.text, .name].contains(parameter.form.nature) else { return nil }
    var end = index
    while end < text.tokens.count, option(at: end) == nil, text.tokens[end].kind != .quoted {
      end += 1
    }
    guard end > index else { return nil }
    let words = text.tokens[(index - 1)..<end].map(\.text).joined(separator: " ")
    return "put text of several words in quotes: " + CommandText.quoted(words, always: true)
  }

  /// Consecutive numbers that start as the value of a text are probably one value: an unquoted
  /// phone number, `(720) 555 1212`, whose last part is left over.
  private func phoneHint() -> String? {
    func isNumber(_ index: Int) -> Bool {
      let word = text.tokens[index].text
      return text.tokens[index].kind != .quoted && word.contains { $0.isNumber }
        && word.allSatisfy { $0.isNumber || "()+-.".contains($0) }
    }
    var start = index
    while start > firstArgument, isNumber(start - 1) { start -= 1 }
    guard start < index, isNumber(index),
      let parameter = parameter(lastAt: { $0.lowerBound == start }),
      [.text, .name].contains(parameter.form.nature)
    else { return nil }
    var end = index
    while end < text.tokens.count, isNumber(end) { end += 1 }
    let words = text.tokens[start..<end].map(\.text).joined(separator: " ")
    return "put text of several words in quotes: " + CommandText.quoted(words, always: true)
  }

  /// The error of a value, with the command's own hint if there is one.
  func fault(_ error: Diagnostic, of parameter: Parameter<Context>, at start: Int) -> Diagnostic {
    guard let advice = command.advice(text.raw(start..<text.tokens.count).text) else {
      return error
    }
    return text.diagnostic(error.message, hint: advice, at: text.tokens[start].range)
  }

  /// Whether a word, with any following words that continue it, could be the value of a parameter.
  func reads(_ index: Int, as parameter: Parameter<Context>) -> Bool {
    let end = end(of: parameter, from: index)
    return end > index && (try? parameter.check(words(index..<end, of: parameter))) != nil
  }

  /// The option whose number is given before its name, `2 nights`.
  func named(behind index: Int) -> Parameter<Context>? {
    guard index + 1 < text.tokens.count, option(at: index) == nil,
      let option = option(at: index + 1), option.form.nature == .number,
      places[option.name] == nil, reads(index, as: option),
      !reads(index + 2, as: option) || named(behind: index + 2) != nil
    else { return nil }
    return option
  }

  /// The options that a word without an option name may be meant for, `reserve 15 Rivera friday 3`.
  ///
  /// Required options come first, in their order. Options that only take dates, numbers or listed
  /// words come before those that take any name. An optional option only takes words that no other
  /// option could take.
  func meant(at index: Int) -> [Parameter<Context>] {
    guard index < text.tokens.count, option(at: index) == nil else { return [] }
    let isOpen = { (name: String) in places[name] == nil && !isNamedLater(name) }
    let required = command.options.filter { $0.isRequired && isOpen($0.name) }
    let chosen = command.alternatives.compactMap { group -> Parameter<Context>? in
      guard group.names.allSatisfy(isOpen) else { return nil }
      return group.names.compactMap(command.option).first { reads(index, as: $0) }
    }.prefix(1)
    let others = command.options.filter { option in
      !option.isFlag && !option.isRequired && isOpen(option.name)
        && !command.alternatives.contains { $0.contains(option.name) }
    }
    let reading = { (options: [Parameter<Context>]) in options.filter { reads(index, as: $0) } }
    let needed = reading((required + chosen).filter(\.form.isDistinct))
    if let option = needed.first { return [option] }
    let main = reading(others.filter { $0.isMain && $0.form.isDistinct })
    let distinct = main.isEmpty ? reading(others.filter(\.form.isDistinct)) : main
    // A single date does not say which end of a period should move.
    if main.count > 1, main.allSatisfy({ $0.form.nature == .date }) {
      let next = end(of: main[0], from: index)
      let hasBoth =
        reads(next, as: main[1])
        || next < text.tokens.count && isLinking(text.tokens[next]) && reads(next + 1, as: main[1])
      guard hasBoth else { return main }
    }
    // Two dates mean a period, from the first to the last.
    if let option = distinct.first, distinct.allSatisfy({ $0.form.nature == .date }) {
      return [option]
    }
    guard distinct.isEmpty, misspelling(of: text.tokens[index]) == nil else { return distinct }
    return reading((required + chosen).filter { !$0.form.isDistinct })
  }

  private func isNamedLater(_ name: String) -> Bool {
    (index..<text.tokens.count).contains { option(at: $0)?.name == name }
  }

  /// A hint with the options that a value without a name may be meant for.
  private func namingHint() -> String? {
    let value = text.raw(index..<index + 1).text
    let written = meant(at: index).map { "\($0.label) \(value)" }
    return written.isEmpty ? nil : "write " + written.joined(separator: " or ")
  }

  static func unknownCommand(
    _ text: CommandText, _ grammar: CommandGrammar<Context>, _ context: Context
  ) -> Diagnostic {
    guard let first = text.tokens.first else {
      return text.diagnostic("there is no command", at: text.range)
    }
    var words = text.tokens.prefix { $0.isBare }.map(\.text)
    var verbs: [String] = []
    while !words.isEmpty {
      verbs = grammar.verbs(of: words.joined(separator: " "))
      if !verbs.isEmpty { break }
      words.removeLast()
    }
    guard !words.isEmpty else {
      return text.diagnostic(
        "unknown command \"\(first.text)\"",
        hint: grammar.advice(text, context) ?? otherWordsHint(text, grammar)
          ?? turnedHint(text, grammar)
          ?? Suggestion.hint(for: first.text, in: grammar.firstWords)
          ?? laterWordHint(text, grammar) ?? "see \"help\"", at: first.range)
    }
    let noun = words.joined(separator: " ")
    let list = "\(noun) \(verbs.joined(separator: "|"))"
    guard text.tokens.count > words.count else {
      return text.diagnostic("\(noun) needs a verb", hint: "write \(list)", at: text.end)
    }
    let verb = text.tokens[words.count]
    return text.diagnostic(
      "\(noun) has no verb \"\(verb.text)\"",
      hint: grammar.advice(text, context) ?? Suggestion.hint(for: verb.text, in: verbs)
        ?? "write \(list)", at: verb.range)
  }

  /// A hint with the commands that have the words as a synonym.
  private static func otherWordsHint(
    _ text: CommandText, _ grammar: CommandGrammar<Context>
  ) -> String? {
    let words = text.tokens.prefix { $0.isBare }.map(\.text)
    return Suggestion.hint(of: grammar.commands(alsoCalled: words)?.commands.map(\.name) ?? [])
  }

  /// A hint with the commands that a word behind the first is for, as in `who arrives today`.
  private static func laterWordHint(
    _ text: CommandText, _ grammar: CommandGrammar<Context>
  ) -> String? {
    let others = text.tokens.dropFirst().filter { $0.isBare && $0.text.count > 3 }.map(\.text)
    return others.lazy.compactMap { word in
      Suggestion.hint(of: grammar.commands(alsoCalled: [word])?.commands.map(\.name) ?? [])
        ?? Suggestion.hint(for: word, in: grammar.firstWords)
    }.first
  }

  /// A hint for a verb without its noun.
  private static func turnedHint(
    _ text: CommandText, _ grammar: CommandGrammar<Context>
  ) -> String? {
    guard let first = text.tokens.first, first.isBare else { return nil }
    if let (list, count) = grammar.match([first.text, "list"]), count == 2 {
      return Suggestion.hint(of: [list.name])
    }
    let names = grammar.commands.filter { $0.words.count > 1 }.map(\.name)
    let verbs = names.filter { $0.hasSuffix(" " + first.text) }
    guard verbs.count > 3, let example = verbs.first else { return Suggestion.hint(of: verbs) }
    return "put \"\(first.text)\" after its noun, as in \(example)"
  }
}
