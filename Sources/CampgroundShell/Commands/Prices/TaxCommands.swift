import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Tax, Plan == TaxPlan {
  /// Taxes.
  static var taxes: Self {
    Resource(
      "tax", plural: "taxes", .tax, fields: fields, name: { $0.name },
      sentence: { Session.sentence(about: $0) }, newPlan: { TaxPlan() },
      all: { try $0.rates.taxes() }, add: { try $0.rates.addTax($1, $2) },
      edit: { try $0.rates.edit($1, name: $2, $3) }, delete: { try $0.rates.delete($1) })
  }

  private static var fields: [Field<Session, Tax, TaxPlan>] {
    [
      .value("amount", .share) { ($0.percent, $0.amount) = ($1.percent, $1.amount) }
        .required(isPositional: true)
        .shown(as: "percent", isNumber: true) { Cell(percent: $0.percent) }
        .shown(as: "amount", isNumber: true) { Cell($0.amountMinor, of: $0.campground) },
      .value("per", .basis, "what the amount is counted by", \.basis)
        .shown { $0.percent == nil ? .text($0.basis.rawValue) : .null },
      .value("group", .taxGroup, nil, \.group).shown { .text($0.group) },
      Field(.nights(from: \.from, through: \.through))
        .shown(as: "from") { Cell($0.firstNight) }.shown(as: "until") { Cell($0.lastNight) },
      .value(clearable: "class", .siteClass, "the class of campsites", \.siteClass)
        .shown { Cell($0.siteClass?.name) },
      .value("type", .anySiteType, nil, \.siteType).shown { Cell($0.siteType) },
      .value(
        "exempt", .numberOrNone("from how many nights on a stay is free of it, 0 for never"), nil,
        \.exemptFromNights
      ).shown(isNumber: true) { Cell($0.exemptFromNights) },
      .value(
        "kept", .boolean,
        "whether money that is kept of nights given up is taxed; no by default", \.taxesKeptMoney
      ).shown(in: .aside) { .boolean($0.taxesKeptMoney) },
      .value("active", .boolean, "whether it is applied", \.isActive)
        .shown(in: .aside) { .boolean($0.isActive) },
    ]
  }

  /// The commands about taxes.
  var commands: [Command<Session>] {
    [
      addCommand(
        Help(
          details: """
            A percentage is of all that the stay has in a group, rounded once; nights are in the \
            group lodging, which is meant where none is named. An amount is charged per stay or by \
            what per says. A tax may be for one type of site, and for the nights from one through \
            another: where it changes, the old one ends and a new one begins, and each night of a \
            stay has its own.
            """,
          examples: [
            "tax add \"Lodging tax\" 12.35% exempt 30", "tax add \"Sales tax\" 8% group goods",
            "tax add \"Tourist tax\" 2 per person-night", "tax add \"Sales tax\" 8% kept yes",
            "tax add \"Cabin tax 2027\" 7% from 2027-01-01 type cabin",
          ])),
      listCommand(), showCommand(),
      editCommand(
        Help(
          details: "A date or a class of \"\" is taken away, and a type by any.",
          examples: [
            "tax edit \"Lodging tax\" amount 13%", "tax edit \"Lodging tax\" until 2026-12-31",
          ])),
      deleteCommand(),
    ]
  }
}
