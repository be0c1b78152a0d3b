import Foundation

extension String {
  /// The string in the form whose UTF-8 bytes are compared under the options.
  ///
  /// The one definition of `[c]` and `[d]`: in memory it is called directly, and the SQLite store
  /// registers it as an SQL function, so that both give the same answer.
  /// - `[d]` decomposes the string canonically, drops the combining marks that are accents and
  ///   composes the rest. Marks that make another letter stay: nuktas, kana voicing marks, viramas.
  /// - `[c]` then maps each scalar by Unicode's simple case folding, so that no string changes its
  ///   count of scalars: `ß` is not `ss`.
  /// - `[n]` says that this was done beforehand: the string is taken as it is.
  /// - `[l]` changes the comparison, not the string.
  package func foldedForComparison(_ options: ComparisonOptions) -> String {
    if options.contains(.normalized) { return self }
    let foldsCase = options.contains(.caseInsensitive)
    let foldsMarks = options.contains(.diacriticInsensitive)
    guard foldsCase || foldsMarks else { return self }
    if utf8.allSatisfy({ $0 < 0x80 }) {
      guard foldsCase else { return self }
      return String(decoding: utf8.map(Self.lowercasedASCII), as: UTF8.self)
    }
    let base = foldsMarks ? withoutAccents : self
    guard foldsCase else { return base }
    var folded = String.UnicodeScalarView()
    for scalar in base.unicodeScalars { folded.append(scalar.simpleCaseFolding) }
    return String(folded)
  }

  private static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private var withoutAccents: String {
    var bases = String.UnicodeScalarView()
    for scalar in decomposedStringWithCanonicalMapping.unicodeScalars where !scalar.isAccent {
      bases.append(scalar)
    }
    return String(bases).precomposedStringWithCanonicalMapping
  }
}

extension Unicode.Scalar {
  /// A combining mark that decorates a letter. Classes 7, 8 and 9 are nuktas, kana voicing marks
  /// and viramas; class 0 are vowel signs, variation selectors and what is no mark at all.
  fileprivate var isAccent: Bool {
    switch properties.canonicalCombiningClass.rawValue {
    case 0, 7, 8, 9: false
    default: true
    }
  }

  /// The scalar that Unicode's simple case folding (statuses C and S) leads to, or another one that
  /// stands for the same letters; Cherokee folds to its small letters here.
  ///
  /// Where upper-casing makes several scalars of one, the letter folds by its lower case alone.
  var simpleCaseFolding: Unicode.Scalar {
    switch value {
    // The dotted and the dotless i of Turkish fold to themselves outside Turkish.
    case 0x130, 0x131: return self
    // Pairs that differ in their decomposition alone.
    case 0x1FD3: return "\u{390}"
    case 0x1FE3: return "\u{3B0}"
    case 0xFB05: return "\u{FB06}"
    default:
      let upper = properties.uppercaseMapping.unicodeScalars.only ?? self
      return upper.properties.lowercaseMapping.unicodeScalars.only ?? upper
    }
  }
}

extension Collection {
  /// The element of a collection that has no other.
  fileprivate var only: Element? {
    guard let first, index(after: startIndex) == endIndex else { return nil }
    return first
  }
}
