/// What the grammar expects after the complete tokens of a command.
struct CommandPosition<Context: CommandContext> {
  /// The words that may come next: command words and option names.
  private(set) var words: [String] = []
  /// The command; nil while its words are being typed.
  private(set) var command: Command<Context>?
  /// The names of the options given so far.
  private(set) var options: Set<String> = []
  /// The parameter whose value may come next.
  private(set) var parameter: Parameter<Context>?
  /// The index of the token at which the value of `parameter` begins.
  private(set) var valueStart = 0
  /// The arguments given so far, with the indices of their tokens.
  private(set) var given: [(parameter: Parameter<Context>, place: Range<Int>)] = []

  init(_ tokens: [Token], in grammar: CommandGrammar<Context>) {
    let typed = tokens.prefix { $0.isBare }.map(\.text)
    if typed.count == tokens.count { words = grammar.words(after: typed) }
    guard let (command, count) = grammar.match(typed) else { return }
    self.command = command
    guard grammar.writesFiles, command.content != .message else {
      walk(tokens, from: count, through: command)
      return
    }
    let isKeyword = { (token: Token) in token.isBare && token.text == AnswerFile.keyword }
    let arguments = tokens.dropFirst(count)
    // The first one is the command's own option, if it has one of that name.
    let own = command.option(named: AnswerFile.keyword) == nil ? 0 : 1
    let keywords = arguments.count(where: isKeyword)
    let isNamed = keywords > own
    guard isNamed, arguments.last.map(isKeyword) == true else {
      let clause = isNamed ? AnswerFile.flags : keywords == own ? [AnswerFile.keyword] : []
      walk(tokens, from: count, through: command, adding: clause)
      return
    }
    words = []
    parameter = Parameter("file", ValueType<Context, String>.file, isPositional: true)
  }

  /// - Parameter clause: the words for the file of the answer that may follow.
  private mutating func walk(
    _ tokens: [Token], from first: Int, through command: Command<Context>,
    adding clause: [String] = []
  ) {
    var used: Set<String> = []
    var positionals = command.positionals[...]
    var open: Parameter<Context>?
    for (index, token) in tokens.enumerated().dropFirst(first) {
      if token.isBare, let option = command.option(named: token.text) {
        used.insert(option.name)
        options.insert(option.name)
        let others = command.alternatives.first { $0.contains(option.name) }?.names ?? []
        used.formUnion(others)
        positionals.removeAll { others.contains($0.name) }
        open = option.isFlag ? nil : option
        valueStart = index + 1
      } else if let current = open {
        given.removeAll { $0.parameter.name == current.name }
        given.append((current, valueStart..<index + 1))
        if !current.form.takesManyWords { open = nil }
      } else if let positional = positionals.first {
        if case .rest = positional.form.extent {} else { positionals.removeFirst() }
        used.formUnion(command.alternatives.first { $0.contains(positional.name) }?.names ?? [])
        given.append((positional, index..<index + 1))
      }
    }
    let names = command.options.map(\.name).filter { !used.contains($0) } + clause
    guard let open else {
      parameter = positionals.first
      // Where a value is required first, option names are not offered, except alternatives to that
      // value.
      if let instead = command.alternatives.first(where: { $0.contains(parameter?.name ?? "") }) {
        words += names.filter(instead.contains)
      } else if parameter?.isRequired != true {
        words += names
      }
      return
    }
    parameter = open
    if open.form.completeClause != nil { words += names }
  }
}
