import Campground
import CommandKit
import Foundation
import Rendering

extension Resource where Context == Session, Object == Tax, Plan == TaxPlan {
  /// Taxes.
  static var taxes: Self {
    Resource(
      "tax", plural: "taxes", .tax, fields: fields, name: { $0.name },
      sentence: { Session.sentence(about: $0) }, newPlan: { TaxPlan() },
      all: { try $0.rates.taxes() },
      add: { session, name, plan in
        try session.telling { try session.rates.addTax(name, plan) }
      },
      edit: { session, tax, name, _, change in
        try session.telling { try session.rates.edit(tax, name: name, change) }
      },
      delete: { session, tax in
        let effect = try session.rates.findingEffect { try session.rates.delete(tax) }.effect
        if let words = effect.words { session.warn("this \(words)", severity: .note) }
      }
    )
    .forSeveralSites()
    .with {
      $0.isWanted = { session, plan in
        guard let ask = session.ask, let percent = plan.percent, percent > highestUsual else {
          return true
        }
        return ask("\(percent)% is a very high tax. Is it right?")
      }
    }
  }

  /// Above this percentage, the clerk is asked whether the tax is right.
  private static var highestUsual: Decimal { 30 }

  private static var fields: [Field<Session, Tax, TaxPlan>] {
    Field.scoped(
      [
        .value("amount", .share) { ($0.percent, $0.amount) = ($1.percent, $1.amount) }
          .required(isPositional: true)
          .shown(as: "percent", isNumber: true) { Cell(percent: $0.percent) }
          .shown(as: "amount", isNumber: true) { Cell($0.amountMinor, of: $0.campground) },
        .value("per", .oneOf(ChargeBasis.self, "BASIS"), "what is counted", \.basis)
          .shown { $0.percent == nil ? .text($0.basis.rawValue) : .null },
        .value("group", .taxGroup, nil, \.group).shown { .text($0.group) },
      ],
      [
        .value(
          "exempt", .numberOrNone("nights from which a stay is exempt, 0 for never"), nil,
          \.exemptFromNights
        ).shown(isNumber: true) { Cell($0.exemptFromNights) },
        .value(
          "kept", .boolean,
          "tax the amount kept for canceled nights; no by default", \.taxesKeptMoney
        ).shown(in: .aside) { .boolean($0.taxesKeptMoney) },
      ])
  }

  /// The commands about taxes.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["vat", "exempt"],
      details: """
        A percentage applies to all charges of a stay in its group, rounded once; without a \
        group, to lodging, the nights. An amount is charged per stay, or per the unit given \
        with per. help conditions says how a tax is for some nights and sites only; to change a \
        rate, end the old tax and add a new one, and each night is taxed at its own rate. A tax \
        applies to all its nights, including those already booked; the answer says \
        what that changes.
        """,
      examples: [
        "tax add \"Lodging tax\" 12.35% exempt 30", "tax add \"Sales tax\" 8% group goods",
        "tax add \"Tourist tax\" 2 per person-night", "tax add \"Sales tax\" 8% kept yes",
        "tax add \"Cabin tax 2027\" 7% from 2027-01-01 type cabin",
        "tax add \"Resort tax\" 3% season Summer",
      ])

    listCommand.explained(synonyms: ["vat"]).inParts
    showCommand

    editCommand.explained(
      synonyms: ["change tax", "new tax rate"],
      details: Self.clearing,
      examples: [
        "tax edit \"Lodging tax\" amount 13%", "tax edit \"Lodging tax\" to 2026-12-31",
      ])

    deleteCommand
  }
}

extension Session {
  /// Adds or changes a tax, and says how that changes stays already booked.
  fileprivate func telling(_ change: () throws -> Tax) throws -> (Tax, String) {
    let (tax, effect) = try rates.findingEffect(of: change)
    return (tax, effect.words.map { "\n  \($0)" } ?? "")
  }
}

extension RuleEffect {
  /// `changes 3 reservations by $12.50 in all`; nil when it changes none.
  fileprivate var words: String? {
    switch stayCount {
    case 0: nil
    case 1: "changes 1 reservation by \(difference)"
    default: "changes \(stayCount) reservations by \(difference) in all"
    }
  }
}
