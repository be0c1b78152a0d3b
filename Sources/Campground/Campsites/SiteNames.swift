import Foundation

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
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
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

  /// The shortest list of some names, `5-8,11`; nil if it would not be read as them.
  package static func list(of names: [String]) -> String? {
    var parts: [(text: String, names: [String])] = []
    for name in names {
      if let last = parts.last {
        let text = "\(last.names[0])-\(name)"
        if let run = try? range(in: text), run == last.names + [name] {
          parts[parts.count - 1] = (text, run)
          continue
        }
      }
      parts.append((name, [name]))
    }
    let list = parts.map(\.text).joined(separator: ",")
    return (try? self.names(in: list)) == names ? list : nil
  }

  /// The names in `5-8` or `A1-A12`; nil for any other text.
  private static func range(in text: String) throws(CampgroundError) -> [String]? {
    // Making the expression costs more than looking for the hyphen.
    guard text.contains("-"),
      let match = text.wholeMatch(of: #/([^-]*?)([0-9]+)-([^-]*?)([0-9]+)/#),
      let first = Int(match.2), let last = Int(match.4), [match.1, ""].contains(match.3)
    else { return nil }
    let (_, letters, digits, lastLetters, lastDigits) = match.output
    guard first <= last else {
      throw CampgroundError(
        .outOfRange, about: [.site(text)], "the range \(text) runs backwards",
        fix: .advice("write it as \(letters)\(lastDigits)-\(lastLetters)\(digits)"))
    }
    guard last - first < most else { throw tooMany(text) }
    let width = digits.hasPrefix("0") ? digits.count : 0
    return (first...last).map { number in
      let digits = "\(number)"
      return String(letters) + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
  }

  private static func tooMany(_ text: String) -> CampgroundError {
    CampgroundError(
      .outOfRange, about: [.site(text)], "\(text) is more than \(most) sites",
      fix: .advice("name fewer in one command"))
  }
}
