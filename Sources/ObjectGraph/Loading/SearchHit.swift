import ObjectModel

/// An object found by a search.
public struct SearchHit {
  /// How well an object matches.
  public typealias Rank = SearchRank

  /// A value that matches part of the search.
  public struct Match: Hashable, Sendable {
    /// The path from the object to the attribute, such as `camper.fullName`.
    public let keyPath: String
    /// The value in written form.
    public let text: String
  }

  /// The object.
  public let object: ManagedObject
  /// How well it matches.
  public let rank: Rank

  /// The matching values: the object's own attributes by name, then those of others; never empty.
  public let matches: [Match]
}
