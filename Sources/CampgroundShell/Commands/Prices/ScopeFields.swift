import Campground
import CommandKit
import Rendering

/// The nights and places of a rule, which the commands about every kind of rule take and show in the
/// same way.
extension Field where Context == Session, Object: ScopedRule, Plan: ScopedPlan {
  /// The fields of a kind of rule: its own, its nights and places, and whether it is in use.
  static func scoped(_ own: [Self], _ further: [Self] = []) -> [Self] {
    let active = value("active", .boolean, "in force", \.isActive)
      .shown(in: .aside) { .boolean($0.isActive) }
    return own + scope + further + [active]
  }

  private static var scope: [Self] {
    [
      .value(clearable: "season", .season, nil, \.scope.season).shown { Cell($0.season?.name) },
      .value(clearable: "weekdays", .weekdays) { $0.scope.weekdays = $1 ?? [] }
        .shown { Cell(weekdays: $0.weekdays) },
      Field(nights).shown(as: "from") { Cell($0.firstNight) }
        .shown(as: "to") { Cell($0.lastNight) },
      .value(clearable: "class", .siteClass, "site class", \.scope.siteClass)
        .shown { Cell($0.siteClass?.name) },
      .value("type", .anySiteType, nil, \.scope.siteType).shown { Cell($0.siteType) },
      .value(clearable: "site", .sites) { plan, sites in
        (plan.scope.site, plan.scope.otherSites) = (sites?.first, Array(sites?.dropFirst() ?? []))
      }
      .onlyForAdding.shown { Cell($0.campSite?.name) },
      .value(clearable: "site", .sites) { plan, sites in
        guard sites?.count ?? 1 == 1 else {
          throw ValueFault(
            "a \(Object.noun) is for one site", hint: "add makes one for each of several",
            at: "site")
        }
        plan.scope.site = sites?.first
      }
      .onlyForEditing,
    ]
  }

  /// The first and last night; empty text clears one of them.
  private static var nights: Argument<Session, Change<Plan>?> {
    .group(.clearable("from", .date, "first night"), .clearable("to", .date, "last night")) {
      from, to in
      guard from != nil || to != nil else { return nil }
      return { plan in
        if let from { plan.scope.from = from }
        if let to { plan.scope.through = to }
        // When the command gives both ends, no stored end needs to be cleared.
        guard from == nil || to == nil, let night = plan.scope.from, let end = plan.scope.through,
          end < night
        else { return }
        throw ValueFault(
          "\(CampgroundError.datesInReverse(from: night, through: end))",
          hint: to == nil ? "to none clears its last date" : "from none clears its first date",
          at: to == nil ? "from" : "to")
      }
    }
  }
}

extension Resource where Context == Session, Object: ScopedRule, Plan: ScopedPlan {
  /// The details of `edit`: how nights and places are cleared.
  static var clearing: String { "\"\" or none clears a condition; any clears the type." }

  /// The same resource, whose `add` takes several sites: each gets a rule named after it.
  ///
  /// - Parameter news: what the answer adds about the rules.
  func forSeveralSites(
    _ news: @escaping @MainActor (Object) -> String = { _ in "" }
  ) -> Self {
    with { resource in
      resource.addSeveral = { session, name, plan in
        guard let first = plan.scope.site, !plan.scope.otherSites.isEmpty else { return nil }
        return try session.desk.together {
          let added = try ([first] + plan.scope.otherSites).map { site in
            var plan = plan
            (plan.scope.site, plan.scope.otherSites) = (site, [])
            return try add(session, "\(name) \(site.name)", plan)
          }
          let names = added.map(\.object.name).joined(separator: ", ")
          return .messages(
            "Added \(added.count) \(plural) · \(names)"
              + (added.first.map { news($0.object) } ?? "")
              + added.map(\.news).joined(),
            records: added.map { record(of: $0.object) })
        }
      }
    }
  }
}
