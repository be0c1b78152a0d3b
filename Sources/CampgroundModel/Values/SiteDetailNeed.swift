import ObjectGraph

/// A detail that has to be known of a campsite: what no attribute was foreseen for.
///
///     SiteDetailNeed("Campfire Allowed", "yes")
public struct SiteDetailNeed: Sendable, Hashable {
  /// The detail's name, in capitals or small letters.
  public var name: String

  /// What it has to be, in capitals or small letters; nil for anything that does not say no.
  public var value: String?

  /// Makes a need.
  public init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }

  /// What a detail says where the campsite does not have what its name tells.
  package static let denials = ["no", "n", "none", "false", "0", "n/a"]

  /// Whether what is known of a campsite meets the need; the campsite's details are read.
  package func isMet(by site: CampSite) -> Bool {
    site.details.contains { detail in
      guard detail.name.lowercased() == name.lowercased() else { return false }
      let known = detail.value.lowercased()
      return value.map { known == $0.lowercased() } ?? !Self.denials.contains(known)
    }
  }

  /// The condition under which a campsite meets the need.
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
  /// The detail with what it has to be: `Campfire Allowed: yes`.
  public var description: String { value.map { "\(name): \($0)" } ?? name }
}
