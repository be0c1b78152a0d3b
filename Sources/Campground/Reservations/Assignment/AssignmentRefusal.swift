/// Why stays get no site, even if every floating stay of the class is moved as needed.
enum AssignmentRefusal: Error, Sendable, Hashable {
  /// A site that would fit a stay, and the fixed stay or closure that takes nights of the stay.
  struct Obstacle: Sendable, Hashable {
    let site: String
    let taken: TakenSpan
  }

  /// No site of the class fits this stay.
  case nothingFits(Int)

  /// Every site that fits this stay is blocked by a fixed stay or a closure; the first obstacle of
  /// each site follows, in the caller's order of sites.
  case nothingFree(Int, inTheWay: [Obstacle])

  /// Some nights have more stays than sites; each night alone is a proof. In order of date.
  case crowded([CrowdedNight])

  /// Each night has room, but no arrangement around the fixed stays and closures gives each of
  /// these stays one site for all of its nights; every arrangement was ruled out.
  case noArrangement(of: [Int])

  /// The search stopped after this many steps without finding an arrangement; one may exist.
  case gaveUp(steps: Int)
}
