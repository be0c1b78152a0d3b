/// What somebody needs of a campsite and does not find there.
public enum UnmetNeed: Sendable, Hashable {
  /// Another type of site.
  case type(CampSiteType, offered: String?)
  /// Electricity.
  case electricity
  /// So many amperes; nil where it is not known how many there are, 0 where there is none.
  case amperes(Int, offered: Int?)
  /// Room for a vehicle of so many feet; nil where it is not known how much there is.
  case length(Int, most: Int?)
  /// Room for so many people; nil where it is not known for how many there is.
  case people(Int, most: Int?)
  /// Room for so many vehicles; nil where it is not known for how many there is.
  case vehicles(Int, most: Int?)
  /// A site of that class.
  case siteClass(String, offered: String?)
  /// A place at that loop.
  case loop(String, offered: String?)
  /// Water.
  case water
  /// A sewer.
  case sewer
  /// That pets may come.
  case pets
  /// That a wheelchair can use it.
  case access
  /// Shade.
  case shade
  /// A tent pad.
  case tentPad
  /// Something that no attribute was foreseen for.
  case detail(SiteDetailNeed)
}

extension UnmetNeed: CustomStringConvertible {
  /// What the campsite is instead, as a phrase that its name can stand before.
  public var description: String {
    switch self {
    case .type(let needed, let offered):
      "is \(offered.map { "a \($0) site" } ?? "of unknown type"), not \(needed.rawValue)"
    case .electricity: "has no electricity"
    case .amperes(let needed, let offered):
      switch offered {
      case 0: "has no electricity"
      case let offered?: "has \(offered) A, not \(needed)"
      case nil: "is not known to have \(needed) A"
      }
    case .length(let needed, let most):
      most.map { "takes vehicles of \($0) ft, not \(needed)" }
        ?? "is not known to take vehicles of \(needed) ft"
    case .people(let needed, let most):
      most.map { "takes a party of at most \($0), not \(needed)" }
        ?? "is not known to take a party of \(needed)"
    case .vehicles(let needed, let most):
      most.map { "takes \($0) \($0 == 1 ? "vehicle" : "vehicles"), not \(needed)" }
        ?? "is not known to take \(needed) vehicles"
    case .siteClass(let needed, let offered):
      "is in \(offered.map { "class \($0)" } ?? "no class"), not \(needed)"
    case .loop(let needed, let offered):
      "is in \(offered.map { "loop \($0)" } ?? "no loop"), not \(needed)"
    case .water: "has no water"
    case .sewer: "has no sewer"
    case .pets: "does not allow pets"
    case .access: "is not wheelchair accessible"
    case .shade: "has no shade"
    case .tentPad: "has no tent pad"
    case .detail(let need): "is not known to have \(need)"
    }
  }
}
