import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == StayRule, Plan == StayRuleDraft {
  /// Stay rules.
  static var stayRules: Self {
    Resource(
      "rule", thing: "stay rule", plural: "stay rules", .stored(.rule) { try $0.rules.find($1) },
      fields: fields, name: { $0.name }, newPlan: { StayRuleDraft() },
      all: { try $0.rules.rules() },
      add: { session, name, draft in
        let scope = draft.scope(changing: StayRuleScope())
        return (try session.rules.add(name, draft.kind, value: draft.value, scope: scope), "")
      },
      edit: { session, rule, name, draft, _ in
        let edited = try session.rules.edit(
          rule, name: name, value: draft.value, scope: draft.scope(changing: rule.scope),
          isActive: draft.isActive)
        return (edited, "")
      }, delete: { try $0.rules.delete($1) })
  }

  private static var fields: [Field<Session, StayRule, StayRuleDraft>] {
    [
      .value("kind", .oneOf(StayRuleKind.self, "KIND", "kind of rule")) { $0.kind = $1 }
        .required(isPositional: true).onlyForAdding.shown { .text($0.kind.rawValue) },
      .value(
        "value", .integer(in: 1...1_000, "N", "number of nights, months or days"),
        isPositional: true
      ) { $0.value = $1 }
      .shown(isNumber: true) { Cell($0.value) },
      .value("from", .date, "first date") { $0.from = $1 },
      .value("to", .date, "last date") { $0.through = $1 },
      .value("weekdays", .ruleWeekdays) { $0.weekdays = $1 },
      .value("season", .season) { $0.season = $1 },
      .value("class", .siteClass, "site class") { $0.siteClass = $1 },
      .value("type", .siteType) { $0.siteType = $1 },
      .value("site", .site) { $0.site = $1 },
      .flag("always", "clear the weekdays, dates and season") { $0.isAlways = true }
        .onlyForEditing,
      .flag("everywhere", "clear the class, type and site") { $0.isEverywhere = true }
        .onlyForEditing,
      .shown("for") { .text(text(of: $0.scope)) },
      .value("active", .boolean, "in force") { $0.isActive = $1 }.onlyForEditing
        .shown { .boolean($0.isActive) },
    ]
  }

  /// `fri,sat · 2026-06-15 to 2026-08-31 · Summer · cabin · site 15`, or `all stays`.
  private static func text(of scope: StayRuleScope) -> String {
    let dates = Session.nights(from: scope.from, through: scope.through, orOnly: "to")
    let parts: [String?] = [
      scope.weekdays.isEmpty ? nil : "\(scope.weekdays)", dates, scope.season?.name,
      scope.siteClass.map { "class \($0.name)" }, scope.siteType?.rawValue,
      scope.site.map { "site \($0.name)" },
    ]
    let named = parts.compactMap { $0 }
    return named.isEmpty ? "all stays" : named.joined(separator: " · ")
  }

  /// The commands about stay rules.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["minimum stay", "maximum stay", "minimum nights", "restriction"],
      details: """
        A minimum is the shortest stay that may include any of its nights; a season-minimum \
        counts only the nights within its season or dates. Of several minimums, the longest \
        applies. A maximum is the longest stay; of several, the shortest applies. no-arrival \
        and no-departure name days when no guest may arrive or depart. With gap 2, no \
        booking may leave a gap of 1 or 2 nights. With window 6, guests book at most 6 months \
        ahead; with advance 2, at least 2 days ahead.
        """,
      examples: [
        "rule add Peak minimum 3 from 2026-06-15 to 2026-08-31",
        "rule add \"Weekend pairs\" minimum 2 weekdays fri,sat type cabin",
        "rule add \"Quiet Sundays\" no-arrival weekdays sun",
        "rule add \"No orphans\" gap 1",
      ])

    listCommand.explained(synonyms: ["restriction"]).inParts
    showCommand
    editCommand.explained(examples: ["rule edit Peak value 4", "rule edit Peak active no"])
    deleteCommand.explained(details: "Booked stays are not affected.")
  }
}

/// The values that a command gives for a stay rule; nil leaves a value unchanged.
struct StayRuleDraft {
  /// Required by `add`.
  var kind = StayRuleKind.minimumPerNight
  var value: Int?
  var from: CalendarDate?
  var through: CalendarDate?
  var weekdays: Weekdays?
  var season: Season?
  var siteClass: SiteClass?
  var siteType: CampSiteType?
  var site: CampSite?
  /// Whether to clear the days of the rule before setting the given ones.
  var isAlways = false
  /// Whether to clear the places of the rule before setting the given ones.
  var isEverywhere = false
  var isActive: Bool?

  func scope(changing former: StayRuleScope) -> StayRuleScope {
    let days = isAlways ? StayRuleScope() : former
    let places = isEverywhere ? StayRuleScope() : former
    return StayRuleScope(
      weekdays: weekdays ?? days.weekdays, from: from ?? days.from,
      through: through ?? days.through, season: season ?? days.season,
      siteClass: siteClass ?? places.siteClass, siteType: siteType ?? places.siteType,
      site: site ?? places.site)
  }
}

extension ValueType where Context == Session {
  /// Days of the week; also `weekend`.
  fileprivate static var ruleWeekdays: ValueType<Session, Weekdays> {
    .init("DAYS", "weekdays, such as fri,sat or mon-thu", .text) { text in
      let word = try text.word()
      guard let weekdays = Weekdays(word) else {
        throw ValueFault(
          "weekdays expects days of the week, not \"\(word)\"",
          hint: "write them like fri,sat or mon-thu or weekend")
      }
      return weekdays
    }
  }
}
