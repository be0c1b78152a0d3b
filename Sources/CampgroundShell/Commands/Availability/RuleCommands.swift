import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == StayRule, Plan == StayRulePlan {
  /// Stay rules.
  static var stayRules: Self {
    Resource(
      "rule", thing: "stay rule", plural: "stay rules", .stored(.rule) { try $0.rules.find($1) },
      fields: fields, name: { $0.name }, sentence: { Session.sentence(about: $0) },
      newPlan: { StayRulePlan(.minimumPerNight) },
      all: { try $0.rules.rules() }, add: { (try $0.rules.add($1, $2), "") },
      edit: { (try $0.rules.edit($1, name: $2, $4), "") }, delete: { try $0.rules.delete($1) }
    )
    .forSeveralSites()
  }

  private static var fields: [Field<Session, StayRule, StayRulePlan>] {
    Field.scoped(
      [
        .value("kind", .oneOf(StayRuleKind.self, "KIND", "kind of rule"), nil, \.kind)
          .required(isPositional: true).onlyForAdding.shown { .text($0.kind.rawValue) },
        .value(
          "value", .integer(in: 1...1_000, "N", "number of nights, months or days"),
          isPositional: true
        ) { $0.value = $1 }
        .shown(isNumber: true) { Cell($0.value) },
      ])
  }

  /// The commands about stay rules.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: [
        "minimum stay", "min stay", "maximum stay", "max stay", "minimum nights", "restriction",
      ],
      details: """
        A minimum is the shortest stay that may include any of its nights; a season-minimum \
        counts only the nights within its season or dates. Of several minimums, the longest \
        applies. A maximum is the longest stay; of several, the shortest applies. no-arrival \
        and no-departure name days when no guest may arrive or depart. With gap 2, no \
        booking may leave a gap of 1 or 2 nights. With window 6, guests book at most 6 months \
        ahead; with advance 2, at least 2 days ahead. help conditions says how a rule is for some \
        nights, arrivals or departures and for some sites only.
        """,
      examples: [
        "rule add Peak minimum 3 from 2026-06-15 to 2026-08-31",
        "rule add \"Weekend pairs\" minimum 2 weekdays fri,sat type cabin",
        "rule add \"Quiet Sundays\" no-arrival weekdays sun",
        "rule add \"No orphans\" gap 1",
      ])

    listCommand.explained(synonyms: ["restriction"]).inParts
    showCommand
    editCommand.explained(
      details: Self.clearing, examples: ["rule edit Peak value 4", "rule edit Peak active no"])
    deleteCommand.explained(details: "Booked stays are not affected.")
  }
}
