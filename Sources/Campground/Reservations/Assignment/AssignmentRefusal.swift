/// Why stays get no site, even if every floating stay of the class were moved as needed.
public enum AssignmentRefusal<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Error, Sendable, Hashable {
  /// No site of the class fits this stay.
  case nothingFits(StayID)

  /// Every site that fits this stay has a fixed stay or closure in the way; the first one of each
  /// such site follows, in the caller's order of sites.
  case nothingFree(StayID, inTheWay: [Obstacle<Site>])

  /// There are nights with more stays than sites; each is a proof by itself, in order of date.
  case crowded([CrowdedNight<Site, StayID>])

  /// Each night has room, but no arrangement of these stays around the fixed ones and the closures
  /// gives each of them one site for all of its nights; every arrangement was ruled out.
  case noArrangement(of: [StayID])

  /// The search stopped after so many steps and found no arrangement; there may be one.
  case gaveUp(steps: Int)
}
