import Foundation

extension String {
  /// The text as `canonical:` keeps it, for searches that an index can answer.
  ///
  /// - Full-width and half-width forms (U+FF00 to U+FFEF) and the ideographic space
  ///   become the usual characters.
  /// - The rest is what the predicate option `[cd]` compares: accents fall away, letters
  ///   become those of Unicode's simple case folding, so that `ß` stays `ß`. The result
  ///   is composed canonically.
  ///
  /// Two texts of the usual width are equal under `==[cd]` exactly when their canonical texts are
  /// equal byte by byte, and `BEGINSWITH` on canonical texts finds what `BEGINSWITH[cd]` finds.
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
