/// The file for the answer, which the end of any command that answers with data may name:
/// `… to FILE [raw] [replace]`.
extension CommandParser {
  /// The file and the token at which its clause begins; nil if the command names none.
  ///
  /// An option `to` of the command itself goes first: `report revenue from 7/1 to 7/15` names a
  /// date.
  ///
  /// - Throws: a diagnostic for a format that answers do not have.
  func fileClause() throws(Diagnostic) -> (file: AnswerFile, start: Int)? {
    guard grammar.writesFiles, command.content != .message else { return nil }
    var end = text.tokens.count
    var flags: Set<String> = []
    while end > index, let flag = Self.flag(text.tokens[end - 1]), flags.insert(flag).inserted {
      end -= 1
    }
    let (keyword, value) = (end - 2, end - 1)
    guard keyword >= index, Self.isKeyword(text.tokens[keyword]),
      let path = path(at: value), isFile(path, at: value)
    else { return nil }
    let ending = FileEnding(of: path)
    if ending == .chart, command.content != .charted {
      throw text.diagnostic(
        ValueFault(
          "\(command.name) has no chart to write to an .svg file", hint: FileEnding.advice),
        at: text.tokens[value].range)
    }
    guard ending != .unsupported else {
      throw text.diagnostic(FileEnding.fault(of: path), at: text.tokens[value].range)
    }
    let file = AnswerFile(
      path: path, isReplacing: flags.contains("replace"), isRaw: flags.contains("raw"),
      at: text.tokens[value].range)
    return (file, keyword)
  }

  /// A hint for a `to` that the command does not take, where it may be meant for a file.
  func fileHint(at token: Token) -> String? {
    guard grammar.writesFiles, command.content != .message, Self.isKeyword(token),
      let place = text.tokens.firstIndex(of: token), place + 1 < text.tokens.count
    else { return nil }
    return "for a file, write its ending, like .csv, or its path: to ./"
      + text.raw(place + 1..<place + 2).text
  }

  private static func isKeyword(_ token: Token) -> Bool {
    token.isBare && [AnswerFile.keyword, "--" + AnswerFile.keyword].contains(token.text)
  }

  private static func flag(_ token: Token) -> String? {
    let word = token.text.hasPrefix("--") ? String(token.text.dropFirst(2)) : token.text
    return token.isBare && AnswerFile.flags.contains(word) ? word : nil
  }

  /// The text of a token; nil where it has none.
  private func path(at index: Int) -> String? {
    let token = text.tokens[index]
    guard token.badEscape == nil else { return nil }
    return token.kind == .variable ? context.variables[token.text]?.text : token.text
  }

  /// Whether a value behind `to` is a file rather than a value of the command's own.
  private func isFile(_ path: String, at value: Int) -> Bool {
    let ending = FileEnding(of: path)
    guard ending != .unknown || path.contains("/") else { return false }
    let isGiven = text.tokens[index..<value - 1].contains(where: Self.isKeyword)
    if let own = command.option(named: AnswerFile.keyword), !isGiven, reads(value, as: own) {
      return false
    }
    // A date may have slashes.
    return ending != .unknown
      || !command.parameters.contains { $0.form.isDistinct && reads(value, as: $0) }
  }
}
