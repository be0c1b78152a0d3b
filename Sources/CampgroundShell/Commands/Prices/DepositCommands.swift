import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The command that agrees a deposit for a stay.
  static var agreeDeposit: Self {
    changing(
      "deposit", synonyms: ["change deposit", "waive deposit"], "Agree another deposit for a stay",
      .stay, .required("amount", .amount("amount; 0 for none")),
      details: """
        The stay keeps it whatever the rules say later. It may exceed the price of the stay; due is \
        no more than that. pay R-1 deposit pays what is due.
        """,
      refuses: "a stay that is not reserved or checked in",
      examples: ["deposit R-1 50", "deposit R-1 0"], done: "Changed"
    ) { try $0.agreeDeposit($1.code, $2.value(of: $1)) }
  }
}

extension Resource where Context == Session, Object == DepositRule, Plan == DepositPlan {
  /// Deposit rules.
  static var deposits: Self {
    Resource(
      "deposit", thing: "deposit rule", plural: "deposit rules", .deposit,
      fields: fields, name: { $0.name }, sentence: { Session.sentence(about: $0) },
      newPlan: { DepositPlan() }, all: { try $0.rates.depositRules() },
      add: { (try $0.rates.addDepositRule($1, $2), "") },
      edit: { (try $0.rates.edit($1, name: $2, $4), "") },
      delete: { try $0.rates.delete($1) }
    )
    .forSeveralSites()
  }

  /// Setting one kind of deposit replaces another.
  private static var fields: [Field<Session, DepositRule, DepositPlan>] {
    Field.scoped(
      [
        .value("amount", .share, isPositional: true) {
          ($0.percent, $0.amount, $0.nights) = ($1.percent, $1.amount, nil)
        }
        .shown(as: "percent", isNumber: true) { Cell(percent: $0.percent) }
        .shown(as: "amount", isNumber: true) { Cell($0.amountMinor, of: $0.campground) },
        .value("nights", .integer(in: 1...1_000), "number of first nights whose price is due") {
          ($0.percent, $0.amount, $0.nights) = (nil, nil, $1)
        }
        .shown(isNumber: true) { Cell($0.nights) },
        .value(
          "minnights", .numberOrNone("shortest stay in nights, 0 for any"), nil,
          \.minimumNights
        ).shown(isNumber: true) { Cell($0.minimumNights) },
      ])
  }

  /// The commands about deposit rules.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      "Add a rule for deposits due on booking", synonyms: ["down payment", "prepayment"],
      details: """
        A deposit is a percentage of the total, an amount, or the price of the first nights. \
        Its conditions (help conditions) are about the night of the arrival and the place where \
        the stay begins. Of the rules that match, the most specific applies.
        """,
      examples: [
        "deposit add Half 50%", "deposit add \"First night\" nights 1 minnights 2",
        "deposit add Peak 100% season Summer type cabin",
      ]
    )
    .advising { word in
      word.hasPrefix("night")
        ? "name the rule, and write nights 1 for the price of the first night" : nil
    }

    listCommand.explained(synonyms: ["down payment", "prepayment"]).inParts
    showCommand
    editCommand.explained(details: Self.clearing, examples: ["deposit edit Half amount 25%"])
    deleteCommand
  }
}
