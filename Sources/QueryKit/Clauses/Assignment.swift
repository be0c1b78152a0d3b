import CommandKit

/// A parsed variable assignment, `let NAME = VALUE`.
struct Assignment {
  /// The variable's name, without a dollar sign.
  let name: String

  let value: VariableValue
}

extension ArgumentText where Context: VariableContext {
  /// Parses `NAME = VALUE`.
  ///
  /// - Throws: a diagnostic at the name, the missing equals sign, or the value.
  func assignment() throws -> Assignment {
    let raw = raw
    let sign = raw.text.firstIndex(of: "=")
    let before = sign.map { raw.text[..<$0] } ?? raw.text[...]
    let word = before.drop { $0 == "$" }
    let name = String(word.prefix { !$0.isWhitespace })
    let nameRange = raw.range(
      ofOffset: before.count - word.count, length: max(1, name.count))
    guard VariableValue.isName(name) else {
      throw command.diagnostic(
        "\"\(name)\" cannot name a variable",
        hint: "use letters, digits and underscores: let guest = \"Ada Rivera\"", at: nameRange)
    }
    let rest = word.dropFirst(name.count)
    guard let sign, rest.allSatisfy(\.isWhitespace) else {
      throw command.diagnostic(
        "let needs = after the name", hint: "write let \(name) = VALUE",
        at: SourceRange(start: nameRange.end, end: nameRange.end))
    }
    let behind = raw.text[raw.text.index(after: sign)...]
    let value = behind.drop(while: \.isWhitespace)
    let offset = before.count + 1 + behind.count - value.count
    do {
      return Assignment(name: name, value: try self.value(of: String(value)))
    } catch {
      throw command.diagnostic(
        error.message, hint: error.hint, at: raw.range(ofOffset: offset, length: value.count))
    }
  }

  private func value(of written: String) throws(ValueFault) -> VariableValue {
    guard !written.isEmpty else {
      throw ValueFault("let needs a value after =", hint: "write let guest = Rivera")
    }
    if written.hasPrefix("{") { return VariableValue(text: written, literal: written) }
    var lexer = Lexer()
    var tokens: [Token] = []
    for line in written.split(separator: "\n", omittingEmptySubsequences: false) {
      tokens += lexer.feed(String(line)).flatMap(\.tokens)
    }
    guard tokens.count == 1 else {
      throw ValueFault(
        "let takes a single value",
        hint: "put the words in quotes: " + CommandText.quoted(written, always: true))
    }
    let token = tokens[0]
    if let bad = token.badEscape {
      throw ValueFault(bad.message, hint: #"the escapes are \" \' \\ \n \t and \u{…}"#)
    }
    switch token.kind {
    case .quoted: return VariableValue(text: token.text)
    case .number: return VariableValue(text: token.text, literal: token.text)
    case .variable:
      guard let value = context.variables[token.text] else {
        throw ValueFault(
          "there is no variable $\(token.text)",
          hint: Suggestion.hint(for: token.text, in: context.variables.keys.sorted()))
      }
      return value
    case .word:
      let words = ["yes", "no", "true", "false"]
      let isWord = words.contains(token.text.lowercased())
      return VariableValue(
        text: token.text,
        literal: isWord ? token.text : context.date(meantBy: token.text))
    }
  }
}
