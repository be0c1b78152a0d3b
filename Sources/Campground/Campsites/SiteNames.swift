/// Lists of site names as people write them: `5-8,11`, `A1-A12,B3`, `01-12`.
///
///     try SiteNames.names(in: "5-8,11")     // 5, 6, 7, 8, 11
package enum SiteNames {
  /// The most names in one list.
  package static let most = 1_000

  /// The names in a list, in order; text that is not a list is a single name.
  ///
  /// Both ends of a range have the same letters, which may be left out after the hyphen: `A1-A12`
  /// and `A1-12`. Leading zeros are kept.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a list of more than `most` names, and for a range
  ///   that runs backwards.
  package static func names(in text: String) throws(CampgroundError) -> [String] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.drop(while: \.isWhitespace)).trimmingSuffix(while: \.isWhitespace) }
    guard parts.allSatisfy({ !$0.isEmpty }) else { return [text] }
    var names: [String] = []
    for part in parts {
      guard let range = try range(in: part) else {
        names.append(part)
        continue
      }
      names += range
      guard names.count <= most else { throw tooMany(text) }
    }
    guard names.count <= most else { throw tooMany(text) }
    return names
  }

  /// The names in `5-8` or `A1-A12`; nil for any other text.
  private static func range(in text: String) throws(CampgroundError) -> [String]? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = NumberedName(ends[0]), let last = NumberedName(ends[1]),
      last.letters == first.letters || last.letters.isEmpty
    else { return nil }
    guard first.number <= last.number else {
      throw CampgroundError(
        .outOfRange, about: [.site(text)], "the range \(text) runs backwards",
        fix: .advice("write it as \(first.letters)\(last.digits)-\(last.letters)\(first.digits)"))
    }
    guard last.number - first.number < most else { throw tooMany(text) }
    let width = first.digits.hasPrefix("0") ? first.digits.count : 0
    return (first.number...last.number).map { number in
      let digits = "\(number)"
      return first.letters + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
  }

  private static func tooMany(_ text: String) -> CampgroundError {
    CampgroundError(
      .outOfRange, about: [.site(text)], "\(text) is more than \(most) sites",
      fix: .advice("name fewer in one command"))
  }

  /// Letters followed by a number.
  private struct NumberedName {
    let letters: String
    let digits: String
    let number: Int

    init?(_ text: Substring) {
      let digits = text.reversed().prefix { ("0"..."9").contains($0) }.reversed()
      guard let number = Int(String(digits)) else { return nil }
      letters = String(text.dropLast(digits.count))
      self.digits = String(digits)
      self.number = number
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
    String(reversed().drop(while: isDropped).reversed())
  }
}
