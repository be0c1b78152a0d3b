import Foundation

extension String {
  /// The string in the form whose UTF-8 bytes are compared under the options.
  ///
  /// This is the only definition of `[c]` and `[d]`: in-memory evaluation calls it directly, and
  /// the SQLite store registers it as an SQL function, so that both agree.
  /// - `[d]` decomposes the string canonically, removes combining marks that are accents, and
  ///   composes the rest. Marks that form another letter are kept: nuktas, kana voicing marks,
  ///   viramas.
  /// - `[c]` then maps each scalar by Unicode's simple case folding, which preserves the number of
  ///   scalars: `ß` is not `ss`.
  /// - `[n]` means that this has already been done: the string is used as is.
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
  /// Whether it is a combining mark that decorates a letter. Classes 7, 8 and 9 are nuktas, kana
  /// voicing marks and viramas; class 0 contains vowel signs, variation selectors and everything
  /// that is not a mark.
  fileprivate var isAccent: Bool {
    switch properties.canonicalCombiningClass.rawValue {
    case 0, 7, 8, 9: false
    default: true
    }
  }

  /// The result of Unicode's simple case folding (statuses C and S), or another scalar that
  /// represents the same class of letters; Cherokee folds to lower-case letters here.
  ///
  /// If upper-casing yields several scalars, the letter is folded by its lower case alone.
  var simpleCaseFolding: Unicode.Scalar {
    switch value {
    // Outside Turkish, its dotted and dotless i fold to themselves.
    case 0x130, 0x131: return self
    // Pairs that differ only in their decomposition.
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
  /// The only element of a collection with exactly one.
  fileprivate var only: Element? {
    guard let first, index(after: startIndex) == endIndex else { return nil }
    return first
  }
}

extension String {
  /// The text in the form that `canonical:` stores, for searches that can use an index.
  ///
  /// - Full-width and half-width forms (U+FF00 to U+FFEF) and the ideographic space are replaced by
  ///   the ordinary characters.
  /// - The rest is folded like the predicate option `[cd]`: accents are removed, and letters are
  ///   mapped by Unicode's simple case folding, so that `ß` stays `ß`. The result is in canonical
  ///   composition.
  ///
  /// Two texts of ordinary width are equal under `==[cd]` exactly if their canonical texts have
  /// equal bytes, and `BEGINSWITH` on canonical texts finds what `BEGINSWITH[cd]` finds.
  public var canonicalText: String {
    ofUsualWidth.foldedForComparison([.caseInsensitive, .diacriticInsensitive])
  }

  private var ofUsualWidth: String {
    guard unicodeScalars.contains(where: \.hasOtherWidth) else { return self }
    let parts = unicodeScalars.map { scalar in
      let part = String(scalar)
      return scalar.hasOtherWidth ? part.precomposedStringWithCompatibilityMapping : part
    }
    return parts.joined().precomposedStringWithCanonicalMapping
  }
}

extension Unicode.Scalar {
  fileprivate var hasOtherWidth: Bool { value == 0x3000 || (0xFF00...0xFFEF).contains(value) }
}

extension String {
  /// The order of the string and another under the options: by the UTF-8 bytes of their folded
  /// forms or, with `[l]`, by comparing the folded forms with `localizedStandardCompare`.
  ///
  /// Strings that are canonically equivalent but have different scalars differ.
  package func ordered(to other: String, options: ComparisonOptions = []) -> ComparisonResult {
    let left = foldedForComparison(options)
    let right = other.foldedForComparison(options)
    if options.contains(.localeSensitive) { return left.localizedStandardCompare(right) }
    return ValueOrder.bytes(left.utf8, right.utf8)
  }
}
