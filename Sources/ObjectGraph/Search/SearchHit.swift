import ObjectModel

/// An object that a search found.
public struct SearchHit {
  /// How well an object fits.
  public typealias Rank = SearchRank

  /// A value in which something of the search was found.
  public struct Match: Hashable, Sendable {
    /// The path from the object to the attribute, such as `camper.fullName`.
    public let keyPath: String
    /// The value as it is written.
    public let text: String
  }

  public let object: ManagedObject
  public let rank: Rank

  /// Where it was found: the object's own attributes by name, then those of others; never empty.
  public let matches: [Match]
}
