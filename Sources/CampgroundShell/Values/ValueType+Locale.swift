import CommandKit
import Foundation

extension ValueType where Context == Session, Value == Locale {
  /// A locale by its identifier, en_US or en-GB.
  static var locale: Self {
    ValueType("LOCALE", "locale for dates and weeks, en_US or en_GB") { text in
      let word = try text.word()
      let name = word.replacingOccurrences(of: "-", with: "_")
      guard let known = identifiers.first(where: { $0.lowercased() == name.lowercased() }) else {
        throw ValueFault(
          "there is no locale \"\(word)\"", hint: Suggestion.hint(for: name, in: identifiers))
      }
      return Locale(identifier: known)
    }
    .completing { _, _ in identifiers }
  }

  private static var identifiers: [String] { Locale.availableIdentifiers.sorted() }
}
