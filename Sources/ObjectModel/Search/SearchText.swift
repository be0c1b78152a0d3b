/// A text prepared for searching: its words, without case, accents and width.
package struct SearchText: Hashable, Sendable {
  /// The words in order, separated by spaces.
  package private(set) var text = ""

  /// The distinct words, and other strings by which they are found; none contains a space.
  package private(set) var words: [String] = []

  /// The number of characters by which words are distinguished.
  package static let greatestWordLength = 40

  /// The number of characters by which texts are distinguished.
  package static let greatestTextLength = 200

  package init(_ source: String, style: SearchStyle) {
    switch style {
    case .digits: self.init(digits: Self.digits(in: source))
    case .words: self.init(words: WordScanner.words(in: source))
    case .prefixed(let prefix): self.init(words: WordScanner.words(in: prefix + source))
    }
  }

  private init(words scanned: [WordScanner.Word]) {
    text = Self.joined(scanned.map(\.text))
    var known: Set<String> = []
    for word in scanned {
      for each in [word.text] + word.inner where known.insert(each).inserted { words.append(each) }
    }
  }

  private init(digits: String) {
    text = digits
    for start in digits.indices {
      let rest = digits[start...]
      guard start == digits.startIndex || rest.count >= 3 else { break }
      if !words.contains(where: { $0 == rest }) { words.append(String(rest)) }
    }
  }

  static func joined(_ words: [String]) -> String {
    let text = words.joined(separator: " ")
    guard text.utf8.count > greatestTextLength else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(greatestTextLength)))
  }

  /// The first digits of a text, in ASCII.
  static func digits(in source: String) -> String {
    var digits = ""
    for scalar in source.unicodeScalars {
      guard let digit = scalar.decimalDigit else { continue }
      digits.unicodeScalars.append(digit)
      if digits.utf8.count == greatestWordLength { break }
    }
    return digits
  }
}

/// A text typed to search for.
package struct SearchQuery: Hashable, Sendable {
  /// Words that must all be found.
  package let words: [String]
  package let text: String
  /// The digits of a text that consists of digits and separators, else nil.
  package let digits: String?

  package init(_ source: String) {
    let scanned = WordScanner.words(in: source).map(\.text)
    var known: Set<String> = []
    words = scanned.filter { known.insert($0).inserted }
    text = SearchText.joined(scanned)
    let isNumber = scanned.allSatisfy { $0.unicodeScalars.allSatisfy { $0.decimalDigit != nil } }
    digits = isNumber && !scanned.isEmpty ? SearchText.digits(in: source) : nil
  }

  /// The text with which a whole value, or its beginning, is compared; nil if the style rules it
  /// out.
  package func text(for style: SearchStyle) -> String? { style == .digits ? digits : text }
}

extension Unicode.Scalar {
  /// The ASCII digit with the same value, for a decimal digit of any script.
  var decimalDigit: Unicode.Scalar? {
    if isASCII { return ("0"..."9").contains(self) ? self : nil }
    guard properties.numericType == .decimal, let value = properties.numericValue,
      let digit = UInt32(exactly: value), digit < 10
    else { return nil }
    return Unicode.Scalar(48 + digit)
  }
}
