import Foundation

/// Names that a text may mean, capitals and accents aside.
enum NameMatch {
  /// The names that are the text; where none is, those of which it has the beginnings of words; where
  /// none is, those that have it anywhere.
  static func names(like text: String, in names: [String]) -> [String] {
    let words = folded(text).split(separator: " ")
    guard !words.isEmpty, text.count > 1 else { return whole(text, in: names) }
    let begun = names.filter { name in
      let parts = folded(name).split { !$0.isLetter && !$0.isNumber }
      return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
    let found = [whole(text, in: names), begun, names.filter { folded($0).contains(folded(text)) }]
    return found.first { !$0.isEmpty } ?? []
  }

  /// The names that are the text.
  static func whole(_ text: String, in names: [String]) -> [String] {
    names.filter { folded($0) == folded(text) }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
