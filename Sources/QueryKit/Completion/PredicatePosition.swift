/// Determines what can come next in a partially typed predicate.
struct PredicatePosition {
  enum Expectation: Equatable {
    /// A key path, a function, or a modifier such as `ANY` or `NOT`.
    case operand
    /// A comparison operator, after the left operand.
    case comparison
    /// A value to compare with the left operand, whose key path is given; empty if it is not one.
    case value(of: [String])
    /// `AND`, `OR`, or the end of the predicate.
    case connective
  }

  /// What is expected at the start of the partial word.
  private(set) var expectation = Expectation.operand

  /// The unfinished word, number, operator or quoted string at the end of the text; may be empty.
  private(set) var partial = ""

  private struct Bracket {
    var before: Expectation
    var isList: Bool
  }

  private var left: [String] = []
  private var brackets: [Bracket] = []

  init(_ text: String) {
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      let (piece, isOpen) = Self.piece(of: rest)
      rest = rest.dropFirst(piece.count)
      if rest.isEmpty, isOpen {
        partial = piece
        return
      }
      take(piece, hasBracket: rest.first == "(")
    }
  }

  /// The next token, and whether further characters could extend it.
  private static func piece(of text: Substring) -> (String, isOpen: Bool) {
    guard let first = text.first else { return ("", false) }
    if first == "\"" || first == "'" {
      var isEscaped = false
      var count = 1
      for character in text.dropFirst() {
        count += 1
        if character == first, !isEscaped { return (String(text.prefix(count)), false) }
        isEscaped = character == "\\" && !isEscaped
      }
      return (String(text), true)
    }
    if isWordCharacter(first) { return (String(text.prefix(while: isWordCharacter)), true) }
    let isOperator = { (character: Character) in "=!<>&|".contains(character) }
    if isOperator(first) { return (String(text.prefix(while: isOperator)), true) }
    return (String(first), false)
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.@#$".contains(character)
  }

  private mutating func take(_ piece: String, hasBracket: Bool) {
    switch piece {
    case "(", "{":
      brackets.append(Bracket(before: expectation, isList: piece == "{"))
      if piece == "(" { expectation = .operand }
    case ")", "}": close()
    case ",": expectation = brackets.last?.isList == true ? .value(of: left) : .operand
    case "&&", "||", "!": expectation = .operand
    case "+", "-", "*", "/": continueExpression()
    case "[", "]": break
    default:
      if "=!<>".contains(piece.first ?? " ") {
        expectation = .value(of: left)
      } else {
        take(word: piece, hasBracket: hasBracket)
      }
    }
  }

  private mutating func take(word: String, hasBracket: Bool) {
    switch word.uppercased() {
    case "AND", "OR", "NOT", "ANY", "ALL", "NONE", "SOME":
      expectation = .operand
    case let name where Self.operators.contains(name):
      expectation = .value(of: left)
    default:
      switch expectation {
      case .operand:
        let isKey = word.first.map { $0.isLetter || $0 == "_" } ?? false
        left = isKey && !hasBracket ? word.split(separator: ".").map(String.init) : []
        expectation = .comparison
      case .value:
        // In a list, only a comma starts the next value.
        if !Self.isOption(word) { expectation = .connective }
      case .comparison, .connective: break
      }
    }
  }

  /// Whether a word is the options in brackets after an operator, as in `BEGINSWITH[cd]`.
  private static func isOption(_ word: String) -> Bool {
    !word.isEmpty && word.count <= 3 && word.allSatisfy { "cdnlw".contains($0) }
  }

  private mutating func continueExpression() {
    switch expectation {
    case .comparison: expectation = .operand
    case .connective: expectation = .value(of: [])
    case .operand, .value: break
    }
  }

  private mutating func close() {
    guard let bracket = brackets.popLast() else { return }
    switch bracket.before {
    // After a condition in parentheses, or after a list or another value.
    case .operand, .value: expectation = .connective
    case .comparison, .connective: expectation = bracket.before
    }
  }

  // MARK: Words

  static let operators = [
    "==", "!=", "<", "<=", ">", ">=", "IN", "BETWEEN", "BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE",
    "MATCHES",
  ]
  static let connectives = ["AND", "OR"]
  static let modifiers = ["ANY", "ALL", "NONE", "NOT"]

  /// The function names, each with its opening parenthesis.
  static let functions =
    [
      "sum", "count", "min", "max", "average", "median", "mode", "stddev", "distinct", "modulus",
      "sqrt", "log", "ln", "exp", "ceiling", "floor", "trunc", "round", "abs", "uppercase",
      "lowercase", "canonical", "length", "year", "month", "day", "now", "SUBQUERY", "TERNARY",
      "CAST",
    ].map { $0 + "(" }
}
