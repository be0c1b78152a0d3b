/// Splits a text into words for searching.
///
/// - The text is first made canonical (`String.canonicalText`). Letters that this does not change,
///   but that are typed as plain ones, are replaced: `ß` by ss, `ı` by i, `æ` by ae, `œ` by oe, `ø`
///   by o, `ł` by l, `đ` by d.
/// - A word is a sequence of letters, marks and digits; digits of all scripts are equivalent.
/// - An apostrophe belongs to its word and is dropped: `O'Brien` is found by `obrien`, and by
///   `brien`.
/// - Text in scripts written without spaces (Han, kana, Thai and related scripts) is found from any
///   of its characters on.
/// - A symbol, such as an emoji, is a word by itself, without its skin tone and presentation.
package enum WordScanner {
  package struct Word: Equatable {
    package var text: String
    /// The suffixes of the word at which a search may also begin.
    package var inner: [String] = []
  }

  package static func words(in source: String) -> [Word] {
    var run = Run()
    if source.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in source.utf8 {
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        run.take(Unicode.Scalar(isUpper ? byte | 0x20 : byte))
      }
    } else {
      for scalar in source.canonicalText.unicodeScalars { run.take(scalar) }
    }
    run.end()
    return run.words
  }

  private struct Run {
    var words: [Word] = []
    private var word: [Unicode.Scalar] = []
    private var starts: [Int] = []
    private var isStart = false

    mutating func take(_ scalar: Unicode.Scalar) {
      switch Kind(scalar) {
      case .letter: append(scalar)
      case .letters(let letters): for letter in letters.unicodeScalars { append(letter) }
      case .unspaced:
        isStart = true
        append(scalar)
        isStart = true
      case .apostrophe: isStart = true
      case .nothing: break
      case .symbol:
        end()
        append(scalar)
        end()
      case .separator: end()
      }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      if isStart, !word.isEmpty { starts.append(word.count) }
      isStart = false
      word.append(scalar)
    }

    mutating func end() {
      isStart = false
      guard !word.isEmpty else { return }
      words.append(Word(text: Self.text(word[...]), inner: starts.map { Self.text(word[$0...]) }))
      word.removeAll()
      starts.removeAll()
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars.prefix(SearchText.greatestWordLength))
      return String(text)
    }
  }

  private enum Kind {
    case letter
    case letters(String)
    case unspaced
    case apostrophe
    case nothing
    case symbol
    case separator

    init(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A: self = .letter
      case 0x27, 0x2018, 0x2019, 0x02BC: self = .apostrophe
      case 0..<0x80: self = .separator
      case 0xDF: self = .letters("ss")
      case 0x131: self = .letters("i")
      case 0xE6: self = .letters("ae")
      case 0x153: self = .letters("oe")
      case 0xF8: self = .letters("o")
      case 0x142: self = .letters("l")
      case 0x111: self = .letters("d")
      // Joiners and presentation selectors.
      case 0xAD, 0x200B...0x200D, 0x2060, 0x20E3, 0xFE00...0xFE0F, 0xE0100...0xE01EF:
        self = .nothing
      case 0x0E00...0x0EFF where scalar.decimalDigit == nil,
        0x1000...0x109F where scalar.decimalDigit == nil,
        0x1780...0x17FF where scalar.decimalDigit == nil,
        0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xF900...0xFAFF, 0x20000...0x3FFFF:
        self = Kind(general: scalar, letter: .unspaced)
      default: self = Kind(general: scalar, letter: .letter)
      }
    }

    private init(general scalar: Unicode.Scalar, letter: Kind) {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .letterNumber, .otherNumber:
        self = letter
      case .decimalNumber:
        self = scalar.decimalDigit.map { .letters(String($0)) } ?? .letter
      case .otherSymbol: self = .symbol
      case .modifierSymbol: self = .nothing
      default: self = .separator
      }
    }
  }
}
