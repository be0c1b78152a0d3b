/// What is wrong with a command, and what may have been meant.
extension CommandParser {
  /// The usage line, or where to read it when it would be too long for a hint.
  private var usageHint: String {
    let usage = command.usage
    return usage.count <= 90
      ? "usage: \(usage)" : "\"help \(command.name)\" tells how it is written"
  }

  func missing(_ message: String, at range: SourceRange) -> Diagnostic {
    text.diagnostic(message, hint: usageHint, at: range)
  }

  func missingValue(of parameter: Parameter<Context>) -> Diagnostic {
    let message = "\(parameter.name) needs a value, \(parameter.summary)"
    guard index < text.tokens.count else {
      return missing(message, at: text.end)
    }
    let word = text.tokens[index].text
    let remedy =
      parameter.form.nature == .condition ? "(\(word) …)" : CommandText.quoted(word, always: true)
    return text.diagnostic(
      message,
      hint: "\"\(word)\" is read as an option's name here; if it is the value, write "
        + remedy, at: text.tokens[index].range)
  }

  func unexpected(_ token: Token) -> Diagnostic {
    if let verb = text.tokens.dropFirst(firstArgument).first, verb.isBare,
      let hint = Suggestion.hint(for: verb.text, in: verbs)
    {
      return text.diagnostic(
        "\(command.name) has no verb \"\(verb.text)\"", hint: hint, at: verb.range)
    }
    let open = command.options.map(\.name).filter { places[$0] == nil }
    if token.isBare, let hint = Suggestion.hint(for: token.text, in: open) {
      return text.diagnostic(
        "\(command.name) has no option \"\(token.text)\"", hint: hint, at: token.range)
    }
    return text.diagnostic(
      "\(command.name) does not expect \"\(token.text)\" here",
      hint: command.advice(token.kind == .quoted ? "\"\(token.text)\"" : token.text)
        ?? namingHint() ?? quotingHint() ?? namingHint(ofNames: true) ?? optionsHint(open),
      at: token.range)
  }

  private func optionsHint(_ open: [String]) -> String {
    guard !open.isEmpty else { return usageHint }
    return "it takes \(open.joined(separator: ", "))"
  }

  /// A name of several words without quotes is the likeliest reason for a word too many.
  private func quotingHint() -> String? {
    guard let before = text.tokens[..<index].last, before.kind == .word,
      let parameter = command.parameters.first(where: { places[$0.name] == index - 1..<index })
    else { return nil }
    if parameter.form.nature != .text, grammar.linkingWords.contains(before.text) {
      return hint(leavingOut: before)
    }
    guard [.text, .name].contains(parameter.form.nature) else { return nil }
    var end = index
    while end < text.tokens.count, option(at: end) == nil, text.tokens[end].kind != .quoted {
      end += 1
    }
    guard end > index else { return nil }
    let words = text.tokens[(index - 1)..<end].map(\.text).joined(separator: " ")
    return "put text of several words in quotes: " + CommandText.quoted(words, always: true)
  }

  /// What is wrong with a value: where a word that only links stands before it, that word.
  func fault(_ error: Diagnostic, of parameter: Parameter<Context>, at start: Int) -> Diagnostic {
    let word = text.tokens[start]
    if let advice = command.advice(text.raw(start..<text.tokens.count).text) {
      return text.diagnostic(error.message, hint: advice, at: word.range)
    }
    guard word.isBare, !parameter.form.takesManyWords, grammar.linkingWords.contains(word.text),
      reads(index, as: parameter)
    else { return error }
    return text.diagnostic(error.message, hint: hint(leavingOut: word), at: word.range)
  }

  /// Whether a word could be the value of a parameter.
  private func reads(_ index: Int, as parameter: Parameter<Context>) -> Bool {
    index < text.tokens.count
      && (try? parameter.check(words(index..<index + 1, of: parameter))) != nil
  }

  /// A value without the name of its option, `for Rivera friday`, or before it, `2 nights`.
  ///
  /// - Parameter isName: whether texts are looked at, which anything may be,
  ///   or else dates and numbers.
  private func namingHint(ofNames isName: Bool = false) -> String? {
    let next = index + 1 < text.tokens.count ? option(at: index + 1) : nil
    if let next, places[next.name] == nil, next.form.nature == .number, reads(index, as: next) {
      return "write \(next.name) \(text.tokens[index].text)"
    }
    let isLinked =
      text.tokens[index].isBare && grammar.linkingWords.contains(text.tokens[index].text)
    let value = isLinked ? index + 1 : index
    let missing = missingOptions.first { option in
      option.form.isDistinct != isName && reads(value, as: option)
    }
    return missing.map { "write \($0.name) \(text.raw(value..<value + 1).text)" }
  }

  /// The options that have to be given and come nowhere in the command.
  private var missingOptions: [Parameter<Context>] {
    let later = Set(text.tokens[index...].filter(\.isBare).map(\.text))
    let isGiven = { (name: String) in places[name] != nil || later.contains(name) }
    let groups = command.alternatives.filter { !$0.contains(where: isGiven) }
    return command.options.filter { option in
      option.isRequired && !isGiven(option.name) || groups.contains { $0.first == option.name }
    }
  }

  /// What the command is without a word that only links its parts.
  private func hint(leavingOut word: Token) -> String {
    let rest = text.tokens.filter { $0.range != word.range }.map { token in
      token.kind == .quoted ? "\"\(token.text)\"" : token.text
    }
    return "leave out \"\(word.text)\": \(rest.joined(separator: " "))"
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
        hint: grammar.advice(text, context) ?? turnedHint(text, grammar)
          ?? Suggestion.hint(for: first.text, in: grammar.firstWords)
          ?? "\"help\" lists the commands", at: first.range)
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

  /// What is meant by a verb without its noun or before it, and by a noun in the plural.
  private static func turnedHint(
    _ text: CommandText, _ grammar: CommandGrammar<Context>
  ) -> String? {
    let words = text.tokens.prefix(2).filter(\.isBare).map(\.text)
    guard let first = words.first else { return nil }
    let names = grammar.commands.filter { $0.words.count > 1 }.map(\.name)
    let singular = { (word: String) in word.hasSuffix("s") ? String(word.dropLast()) : word }
    let turned =
      words.count > 1
      ? [
        "\(words[1]) \(first)", "\(singular(words[1])) \(first)", "\(singular(first)) \(words[1])",
      ]
      : []
    if let name = (turned + ["\(singular(first)) list"]).first(where: names.contains) {
      return Suggestion.hint(of: [name])
    }
    let verbs = names.filter { $0.hasSuffix(" " + first) }
    guard verbs.count > 3, let example = verbs.first else { return Suggestion.hint(of: verbs) }
    return "\"\(first)\" stands behind what it is about, as in \(example)"
  }
}
