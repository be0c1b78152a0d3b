import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Fee, Plan == FeePlan {
  /// Fees.
  static var fees: Self {
    Resource(
      "fee", .fee, fields: fields, name: { $0.name }, sentence: { Session.sentence(about: $0) },
      newPlan: { FeePlan(amount: 0) }, all: { try $0.rates.fees() },
      add: { (try $0.rates.addFee($1, $2), "") },
      edit: { (try $0.rates.edit($1, name: $2, $4), "") },
      delete: { try $0.rates.delete($1) }
    )
    .forSeveralSites()
    .with { $0.note = { try $0.warnOfGroupWithoutTax($1.taxGroup) } }
  }

  private static var fields: [Field<Session, Fee, FeePlan>] {
    Field.scoped(
      [
        .value("amount", .money(), nil, \.amount).required(isPositional: true)
          .shown(isNumber: true) { Cell($0.amount) },
        .value("per", .oneOf(ChargeBasis.self, "BASIS"), "what is counted", \.basis)
          .shown { .text($0.basis.rawValue) },
        .value(
          "included",
          .numberOrNone("number of guests, vehicles or pets included free, 0 for none"), nil,
          \.includedCount
        ).shown(isNumber: true) { Cell($0.includedCount) },
        .value(clearable: "group", .taxGroup, nil, \.taxGroup).shown { Cell($0.taxGroup) },
      ],
      [
        .value("refundable", .boolean, "refunded on cancellation", \.isRefundable)
          .shown(in: .aside) { .boolean($0.isRefundable) }
      ])
  }

  /// The commands about fees.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["surcharge", "resort fee", "extra person", "pet fee"],
      details: """
        A fee is charged per stay, or per the unit given with per, on the nights it applies \
        to (help conditions); a one-time fee on the first of them. included 2 charges it from the third guest on. \
        With a group, it is taxed like the rest of that group, such as lodging. It is \
        kept when the stay is canceled, unless it is refundable.
        """,
      examples: [
        "fee add Booking 8", "fee add Dogs 3 per pet-night group lodging refundable yes",
        "fee add \"Extra person\" 5 per person-night included 2 season Summer type rv",
        "fee add \"Extra child\" 3 per child included 2",
        "fee add \"Boat slip\" 12 per night site 15",
      ])

    listCommand.explained(synonyms: ["surcharge"]).inParts
    showCommand

    editCommand.explained(
      details: "\"\" or none clears a group, and 0 the number included. " + Self.clearing,
      examples: ["fee edit Booking amount 9", "fee edit \"Extra person\" included 4"])

    deleteCommand
  }
}

extension Session {
  /// A fee may be added before its tax, but a misspelled tax group would leave the fee untaxed.
  fileprivate func warnOfGroupWithoutTax(_ group: String?) throws {
    guard let group else { return }
    let known = try rates.taxGroups()
    guard !known.contains(group) else { return }
    warn(
      "no tax applies to the group \(group) yet",
      hint: Suggestion.hint(for: group, in: known)
        ?? "add one: tax add NAME 8% group \(group)")
  }
}
