/// What the grammar expects behind the complete tokens of a command.
struct CommandPosition {
  /// The words that can come: words of commands, names of options.
  private(set) var words: [String] = []
  /// The parameter whose value can come.
  private(set) var parameter: Parameter?
  /// The entity whose properties can come, inside a predicate or a list of keys.
  private(set) var predicateEntity: String?
  /// Where the value of `parameter` begins among the tokens.
  private(set) var valueStart = 0
  /// What was given for the options before, as the tokens' indices.
  private(set) var clauses: [String: Range<Int>] = [:]

  init(_ tokens: [Token], in grammar: CommandGrammar) {
    let typed = tokens.prefix { $0.isBare }.map(\.text)
    if typed.count == tokens.count {
      var seen: Set<String> = []
      words = grammar.commands.flatMap(\.spellings)
        .filter { $0.count > typed.count && $0.starts(with: typed) }
        .map { $0[typed.count] }
        .filter { seen.insert($0).inserted }
    }
    guard let (syntax, count) = grammar.match(typed) else { return }
    walk(tokens, from: count, through: syntax)
  }

  private mutating func walk(_ tokens: [Token], from first: Int, through syntax: CommandSyntax) {
    var used: Set<String> = []
    var positionals = syntax.positionals[...]
    var open: Parameter?
    var entity: String?
    for (index, token) in tokens.enumerated().dropFirst(first) {
      if token.isBare, let option = syntax.option(named: token.text) {
        used.insert(option.name)
        let others = syntax.alternatives.first { $0.contains(option.name) } ?? []
        used.formUnion(others)
        positionals.removeAll { others.contains($0.name) }
        open = option.kind == .flag ? nil : option
        valueStart = index + 1
      } else if let current = open {
        // The key of sections has the word of groupings before it, and makes no columns.
        if current.kind != .key { clauses[current.name] = valueStart..<index + 1 }
        if !current.kind.takesManyTokens { open = nil }
      } else if let positional = positionals.first {
        if positional.kind != .rest { positionals.removeFirst() }
        used.formUnion(syntax.alternatives.first { $0.contains(positional.name) } ?? [])
        if positional.kind == .live(.entity) { entity = token.text }
      }
    }
    let names = syntax.options.map(\.name).filter { !used.contains($0) }
    guard let open else {
      parameter = positionals.first
      // An option's name is not offered in the place of a value that has to come first, but for those
      // that may come instead of it.
      if let instead = syntax.alternatives.first(where: { $0.contains(parameter?.name ?? "") }) {
        words += names.filter(instead.contains)
      } else if parameter?.isRequired != true {
        words += names
      }
      return
    }
    parameter = open
    if open.kind.isOfProperties {
      predicateEntity = entity
      words += names
    }
  }
}
