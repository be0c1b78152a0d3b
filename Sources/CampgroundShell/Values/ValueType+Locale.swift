import CommandKit
import Foundation

extension ValueType where Context == Session, Value == Locale {
  /// A locale by its identifier, en_US or en-GB.
  static var locale: Self {
    ValueType("LOCALE", "locale for dates and weeks, en_US or en_GB") { text in
      let word = try text.word()
      let name = word.replacingOccurrences(of: "-", with: "_")
      // zh_CN is known as zh_Hans_CN.
      let whole = Locale.Language(identifier: name).maximalIdentifier
      let names = [name, whole.replacingOccurrences(of: "-", with: "_")].map { $0.lowercased() }
      let known = names.lazy.compactMap { name in
        identifiers.first { $0.lowercased() == name }
      }.first
      guard let known else {
        throw ValueFault(
          "there is no locale \"\(word)\"", hint: Suggestion.hint(for: name, in: identifiers))
      }
      return Locale(identifier: known)
    }
    .completing { _, _ in identifiers }
  }

  private static var identifiers: [String] { Locale.availableIdentifiers.sorted() }
}
