import CommandKit

extension ValueType where Context == Session, Value == String {
  /// A word from a list of amperages and other words: `50`, `50A`, `50 amp`, `none`.
  static func supply(of words: [String], _ placeholder: String, _ summary: String) -> Self {
    ValueType(
      placeholder, summary,
      extent: .words { before, next in
        before.count == 1 && before.allSatisfy { Int($0) != nil } && isUnit(next)
      }
    ) { text in
      try text.choice(of: words) { word in
        let digits = word.prefix { $0.isNumber }
        return !digits.isEmpty && isUnit(word.dropFirst(digits.count).drop { $0 == " " })
          ? String(digits) : word
      }
    }
    .choosing(from: words)
  }

  private static func isUnit(_ word: some StringProtocol) -> Bool {
    ["a", "amp", "amps", "ampere", "amperes"].contains(word.lowercased())
  }
}
