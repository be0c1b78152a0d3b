import Foundation

/// Value types that every shell needs.
extension ValueType where Value == String {
  /// Any text that is not empty.
  package static var text: Self { text("TEXT") }

  /// Any text that is not empty.
  package static func text(_ placeholder: String, _ summary: String = "") -> Self {
    ValueType(placeholder, summary, .text) { try $0.word() }
  }

  /// The path of a file.
  package static var file: Self {
    ValueType("FILE", "file", .name) { try $0.word() }
      .completing { beginning, _ in FileCompletion.paths(beginningWith: beginning) }
  }

  /// All the remaining words.
  package static func rest(_ placeholder: String, _ summary: String) -> Self {
    ValueType(placeholder, summary, .text, extent: .rest) { try $0.text() }
  }

  /// All the remaining words, except for options at the end; quotes may enclose them.
  package static func restBeforeOptions(_ placeholder: String, _ summary: String) -> Self {
    ValueType(placeholder, summary, .text, extent: .restBeforeOptions) { try $0.word() }
  }

  /// One of a list of words, in any case; the value has the spelling of the list.
  package static func choice(
    of words: [String], _ placeholder: String = "WORD", _ summary: String = ""
  ) -> Self {
    ValueType(placeholder, summary) { try $0.choice(of: words) }.choosing(from: words)
  }

  /// One of a list of words, or otherwise the path of a file.
  package static func choiceOrFile(
    of words: [String], _ placeholder: String, _ summary: String
  ) -> Self {
    ValueType(placeholder, summary, .name) { text in
      let word = try text.word()
      return words.first { $0.lowercased() == word.lowercased() } ?? word
    }
    .choosing(from: words, orElse: true)
    .completing { beginning, _ in words + FileCompletion.paths(beginningWith: beginning) }
  }
}

extension ValueType
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// A case of an enumeration, by its word.
  package static func oneOf(
    _ type: Value.Type = Value.self, _ placeholder: String = "WORD", _ summary: String = ""
  ) -> Self {
    oneOf(Array(Value.allCases), placeholder, summary)
  }

  /// One of some cases of an enumeration, by its word.
  package static func oneOf(
    _ cases: [Value], _ placeholder: String = "WORD", _ summary: String = "",
    reading: @escaping @Sendable (String) -> String = { $0 }
  ) -> Self {
    let words = cases.map(\.rawValue)
    return ValueType(placeholder, summary) { text in
      let word = try text.choice(of: words, reading: reading)
      guard let value = Value(rawValue: word) else { throw ValueFault("there is no \(word)") }
      return value
    }
    .choosing(from: words)
  }
}

extension ValueType where Value == Bool {
  /// `yes` or `no`.
  package static var boolean: Self {
    ValueType("yes|no") { try $0.choice(of: ["yes", "no"]) == "yes" }
      .choosing(from: ["yes", "no"])
  }
}

extension ValueType where Value == Int {
  /// A whole number within a range.
  package static func integer(
    in range: ClosedRange<Int> = 0...Int.max, _ placeholder: String = "N", _ summary: String = ""
  ) -> Self {
    ValueType(placeholder, summary, .number) { try $0.integer(in: range) }
  }
}

extension ArgumentText {
  /// One of a list of words, in any case.
  ///
  /// - Parameter reading: maps other spellings to words of the list.
  package func choice(
    of words: [String], reading: (String) -> String = { $0 }
  ) throws -> String {
    let word = reading(try text())
    if let match = words.first(where: { $0.lowercased() == word.lowercased() }) { return match }
    throw ValueFault(
      "\(name) expects \(words.joined(lastBy: "or")), not \"\(word)\"",
      hint: Suggestion.hint(for: word, in: words)
        ?? (word.contains(",") ? "choose one of them" : nil))
  }

  /// A whole number within a range.
  package func integer(in range: ClosedRange<Int>) throws -> Int {
    let word = try text()
    let digits = word.utf8.drop { $0 == UInt8(ascii: "-") }
    guard !word.isEmpty, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
      throw ValueFault("\(name) expects a whole number, not \"\(word)\"")
    }
    guard let number = Int(word), range.contains(number) else {
      let limits =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw ValueFault("\(name) expects a whole number \(limits), not \(word)")
    }
    return number
  }
}
