import Foundation

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
