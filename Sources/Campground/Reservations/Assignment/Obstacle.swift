/// What blocks a site that would fit a stay.
public struct Obstacle<Site: Hashable & Sendable>: Sendable, Hashable {
  /// The site.
  public let site: Site

  /// The fixed stay or closure that takes nights of the stay.
  public let taken: TakenSpan
}
