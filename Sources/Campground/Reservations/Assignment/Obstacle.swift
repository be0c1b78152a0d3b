/// What keeps a stay from a site that would fit it.
public struct Obstacle<Site: Hashable & Sendable>: Sendable, Hashable {
  /// The site.
  public let site: Site

  /// The fixed stay or closure that takes nights of the stay.
  public let taken: TakenSpan
}
