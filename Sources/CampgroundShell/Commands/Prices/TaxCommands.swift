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
      .value("per", .basis, "what is counted", \.basis)
        .shown { $0.percent == nil ? .text($0.basis.rawValue) : .null },
      .value("group", .taxGroup, nil, \.group).shown { .text($0.group) },
      Field(.nights(from: \.from, through: \.through))
        .shown(as: "from") { Cell($0.firstNight) }.shown(as: "until") { Cell($0.lastNight) },
      .value(clearable: "class", .siteClass, "site class", \.siteClass)
        .shown { Cell($0.siteClass?.name) },
      .value("type", .anySiteType, nil, \.siteType).shown { Cell($0.siteType) },
      .value(
        "exempt", .numberOrNone("nights from which a stay is exempt, 0 for never"), nil,
        \.exemptFromNights
      ).shown(isNumber: true) { Cell($0.exemptFromNights) },
      .value(
        "kept", .boolean,
        "tax the amount kept for canceled nights; no by default", \.taxesKeptMoney
      ).shown(in: .aside) { .boolean($0.taxesKeptMoney) },
      .value("active", .boolean, "in force", \.isActive)
        .shown(in: .aside) { .boolean($0.isActive) },
    ]
  }

  /// The commands about taxes.
  var commands: [Command<Session>] {
    [
      addCommand(
        Help(
          synonyms: ["vat", "exempt"],
          details: """
            A percentage applies to everything of the stay in its group, rounded once; without a \
            group it is lodging, the nights. An amount is charged per stay, or as per says. A tax \
            may apply to one site type, or from one night through another: to change a rate, end \
            the old tax and add a new one, and each night is taxed at its own.
            """,
          examples: [
            "tax add \"Lodging tax\" 12.35% exempt 30", "tax add \"Sales tax\" 8% group goods",
            "tax add \"Tourist tax\" 2 per person-night", "tax add \"Sales tax\" 8% kept yes",
            "tax add \"Cabin tax 2027\" 7% from 2027-01-01 type cabin",
          ])),
      listCommand(Help(synonyms: ["vat"])), showCommand(),
      editCommand(
        Help(
          synonyms: ["change tax", "new tax rate"],
          details: "\"\" clears a date or a class; any clears the type.",
          examples: [
            "tax edit \"Lodging tax\" amount 13%", "tax edit \"Lodging tax\" until 2026-12-31",
          ])),
      deleteCommand(),
    ]
  }
}
