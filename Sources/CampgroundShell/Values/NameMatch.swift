import Foundation

/// Names that match a text, regardless of case and accents.
enum NameMatch {
  /// The names equal to the text; if there are none, those whose words begin with its words; if
  /// there
  /// are none, those that contain it.
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

  /// The names equal to the text.
  static func whole(_ text: String, in names: [String]) -> [String] {
    names.filter { folded($0) == folded(text) }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
