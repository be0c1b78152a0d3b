import CommandKit

/// Parses a grouping clause such as `status, owner.name count sum price AS total, weight`.
@MainActor
struct GroupingReader<Context: CommandContext> {
  private let argument: ArgumentText<Context>
  private var text: CommandText { argument.command }
  private var keys: [SelectTerm] = []
  private var aggregates: [SelectTerm] = []
  /// The aggregate function that applies to the keys that follow.
  private var function: ClausePiece?
  private var isAfterComma = true
  private var hasOperand = false

  init(_ argument: ArgumentText<Context>) {
    self.argument = argument
  }

  mutating func read() throws(Diagnostic) -> Grouping {
    var pieces = try argument.pieces()[...]
    while let piece = pieces.popFirst() {
      if piece.isComma {
        guard !isAfterComma else { throw missingKey(piece.range) }
        isAfterComma = true
        continue
      }
      if piece.text.uppercased() == "AS", !isAfterComma {
        try rename(pieces.popFirst(), piece)
      } else if !keys.isEmpty, Grouping.functions.contains(piece.text.lowercased()) {
        try begin(piece)
      } else {
        try add(piece)
      }
      isAfterComma = false
    }
    guard !isAfterComma else { throw missingKey(argument.end) }
    try checkOperand(argument.range.end)
    if aggregates.isEmpty { aggregates = [Self.count(RawText(text: "count", range: text.end))] }
    return Grouping(keys: keys, aggregates: aggregates)
  }

  private static func count(_ source: RawText) -> SelectTerm {
    SelectTerm(name: "count", expression: "count(SELF)", source: source)
  }

  private mutating func begin(_ piece: ClausePiece) throws(Diagnostic) {
    try checkOperand(piece.range.start)
    function = piece
    hasOperand = false
    if piece.text.lowercased() == "count" { aggregates.append(Self.count(piece.raw)) }
  }

  private mutating func add(_ piece: ClausePiece) throws(Diagnostic) {
    if piece.text.contains("("), !keys.isEmpty, !isAfterComma || function != nil {
      aggregates.append(SelectTerm(piece.raw))
      function = piece
      hasOperand = true
      return
    }
    guard let function else {
      guard isAfterComma else { throw unexpected(piece) }
      keys.append(SelectTerm(piece.raw))
      return
    }
    let isCount = function.text.lowercased() == "count"
    // `count` needs no key. A key after `count` and a comma would be one to group by, which must
    // precede the aggregates.
    let isOperand = isCount ? !isAfterComma && !hasOperand : isAfterComma == hasOperand
    guard isOperand, !function.text.contains("(") else { throw unexpected(piece) }
    if isCount { aggregates.removeLast() }
    let name = "\(function.text.lowercased())(\(piece.text))"
    aggregates.append(SelectTerm(name: name, expression: name, source: piece.raw))
    hasOperand = true
  }

  private mutating func rename(
    _ name: ClausePiece?, _ word: ClausePiece
  ) throws(Diagnostic) {
    guard let name, !name.isComma else {
      throw text.diagnostic(
        "AS needs a name after it", hint: "write sum KEY AS NAME", at: word.range)
    }
    guard let last = aggregates.popLast() ?? keys.popLast() else { return }
    let term = SelectTerm(name: name.word, expression: last.expression, source: last.source)
    if function == nil { keys.append(term) } else { aggregates.append(term) }
  }

  private func checkOperand(_ end: SourcePosition) throws(Diagnostic) {
    guard let function, !hasOperand, function.text.lowercased() != "count" else { return }
    throw text.diagnostic(
      "\(function.text) needs a key after it", hint: "write \(function.text) KEY",
      at: SourceRange(start: end, end: end))
  }

  private func missingKey(_ range: SourceRange) -> Diagnostic {
    text.diagnostic("by needs a key here", hint: "write by KEY, KEY …", at: range)
  }

  private func unexpected(_ piece: ClausePiece) -> Diagnostic {
    if function != nil, isAfterComma {
      return text.diagnostic(
        "\(piece.text) is a key to group by, and keys come before the aggregates",
        hint: "write the keys first, then count, sum KEY and so on", at: piece.range)
    }
    return text.diagnostic(
      "a key is followed by a comma or an aggregate, not \"\(piece.text)\"",
      hint: Suggestion.hint(for: piece.text, in: Grouping.functions)
        ?? "the aggregates are \(Grouping.functions.joined(separator: ", "))", at: piece.range)
  }
}

extension ArgumentText {
  /// Parses the keys to group by and the aggregates.
  func grouping() throws(Diagnostic) -> Grouping {
    var reader = GroupingReader(self)
    return try reader.read()
  }
}
