/// A need that a campsite does not meet.
public enum UnmetNeed: Sendable, Hashable {
  /// Another type of site.
  case type(CampSiteType, offered: String?)
  /// Electricity.
  case electricity
  /// An amperage; `offered` is nil where it is unknown, 0 where there is no electricity.
  case amperes(Int, offered: Int?)
  /// Room for a vehicle of this length in feet; `most` is nil where it is unknown.
  case length(Int, most: Int?)
  /// Room for this many people; `most` is nil where it is unknown.
  case people(Int, most: Int?)
  /// Room for this many vehicles; `most` is nil where it is unknown.
  case vehicles(Int, most: Int?)
  /// A site of this class.
  case siteClass(String, offered: String?)
  /// A site on this loop.
  case loop(String, offered: String?)
  /// Water.
  case water
  /// A sewer hookup.
  case sewer
  /// Pets allowed.
  case pets
  /// Wheelchair access.
  case access
  /// Shade.
  case shade
  /// A tent pad.
  case tentPad
  /// A detail that has no attribute of its own.
  case detail(SiteDetailNeed)
}

extension UnmetNeed: CustomStringConvertible {
  /// How the campsite falls short, as a phrase that follows its name.
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
