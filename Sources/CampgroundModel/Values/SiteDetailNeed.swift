import ObjectGraph

/// A required detail of a campsite that has no attribute of its own.
///
///     SiteDetailNeed("Campfire Allowed", "yes")
public struct SiteDetailNeed: Sendable, Hashable {
  /// The name of the detail, in any case.
  public var name: String

  /// The required value, in any case; nil for any value that is not a denial.
  public var value: String?

  /// Makes a need.
  public init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }

  /// The values that deny a detail.
  package static let denials = ["no", "n", "none", "false", "0", "n/a"]

  /// Whether a campsite meets the need. Reads the site's details.
  package func isMet(by site: CampSite) -> Bool {
    site.details.contains { detail in
      guard detail.name.lowercased() == name.lowercased() else { return false }
      let known = detail.value.lowercased()
      return value.map { known == $0.lowercased() } ?? !Self.denials.contains(known)
    }
  }

  /// The predicate for campsites that meet the need.
  package func predicate() throws -> FetchPredicate {
    if let value {
      return try FetchPredicate(
        format: "SUBQUERY(details, $d, $d.name ==[c] %@ AND $d.value ==[c] %@).@count > 0", name,
        value)
    }
    return try FetchPredicate(
      format: "SUBQUERY(details, $d, $d.name ==[c] %@ AND NOT (lowercase($d.value) IN %@))"
        + ".@count > 0", name, Self.denials)
  }
}

extension SiteDetailNeed: CustomStringConvertible {
  /// The detail with its required value: `Campfire Allowed: yes`.
  public var description: String { value.map { "\(name): \($0)" } ?? name }
}
