/// A site of the class within which stays float, with the nights that none of them can have.
public struct AssignableSite<Site: Hashable & Sendable>: Sendable, Hashable {
  /// What tells the site from the others.
  public let id: Site

  /// Its fixed stays and closures, in any order; they may overlap.
  public let taken: [TakenSpan]

  /// Describes a site; without taken nights it is free for floating stays all the time.
  public init(_ id: Site, taken: [TakenSpan] = []) {
    self.id = id
    self.taken = taken
  }
}
