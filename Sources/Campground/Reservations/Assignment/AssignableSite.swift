/// A site of the class within which stays float, with the nights that floating stays cannot have.
public struct AssignableSite<Site: Hashable & Sendable>: Sendable, Hashable {
  /// The identifier of the site.
  public let id: Site

  /// Its fixed stays and closures, in any order; they may overlap.
  public let taken: [TakenSpan]

  /// Describes a site; without taken nights, it is always free for floating stays.
  public init(_ id: Site, taken: [TakenSpan] = []) {
    self.id = id
    self.taken = taken
  }
}
