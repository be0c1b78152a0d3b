import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Fee, Plan == FeePlan {
  /// Fees.
  static var fees: Self {
    Resource(
      "fee", .fee, fields: fields, name: { $0.name }, sentence: { Session.sentence(about: $0) },
      newPlan: { FeePlan(amount: 0) }, all: { try $0.rates.fees() },
      add: { try $0.rates.addFee($1, $2) }, edit: { try $0.rates.edit($1, name: $2, $3) },
      delete: { try $0.rates.delete($1) }
    )
    .noting { try $0.warnOfGroupWithoutTax($1.taxGroup) }
  }

  private static var fields: [Field<Session, Fee, FeePlan>] {
    [
      .value("amount", .money(), nil, \.amount).required(isPositional: true)
        .shown(isNumber: true) { Cell($0.amount) },
      .value("per", .basis, "what the amount is counted by", \.basis)
        .shown { .text($0.basis.rawValue) },
      .value(
        "included",
        .numberOrNone("how many people, vehicles or pets it is not for, 0 for none"), nil,
        \.includedCount
      ).shown(isNumber: true) { Cell($0.includedCount) },
      .value(clearable: "group", .taxGroup, nil, \.taxGroup).shown { Cell($0.taxGroup) },
      .value(clearable: "season", .season, "the season of the nights", \.season)
        .shown { Cell($0.season?.name) },
      .value(clearable: "weekdays", .weekdays) { $0.weekdays = $1 ?? [] }
        .shown { Cell(weekdays: $0.weekdays) },
      Field(.nights(from: \.from, through: \.through))
        .shown(as: "from") { Cell($0.firstNight) }.shown(as: "until") { Cell($0.lastNight) },
      .value(clearable: "class", .siteClass, "the class of campsites", \.siteClass)
        .shown { Cell($0.siteClass?.name) },
      .value("type", .anySiteType, nil, \.siteType).shown { Cell($0.siteType) },
      .value("refundable", .boolean, "whether it is given back", \.isRefundable)
        .shown(in: .aside) { .boolean($0.isRefundable) },
      .value("active", .boolean, "whether it is applied", \.isActive)
        .shown(in: .aside) { .boolean($0.isActive) },
    ]
  }

  /// The commands about fees.
  var commands: [Command<Session>] {
    [
      addCommand(
        Help(
          details: """
            It is charged per stay or by what per says, on the nights that it is for; what is charged \
            once, on the first of them. Where two people are included, it is for the third and those \
            behind. With a group it is taxed as that group is, lodging for instance. It is not given \
            back when the stay is called off, unless it is refundable.
            """,
          examples: [
            "fee add Booking 8", "fee add Dogs 3 per pet-night group lodging refundable yes",
            "fee add \"Extra person\" 5 per person-night included 2 season Summer type rv",
            "fee add \"Extra child\" 3 per child included 2",
          ])),
      listCommand(), showCommand(),
      editCommand(
        Help(
          details: """
            A group, season, weekdays, class or a date of \"\" are taken away, a type by any, and what \
            is included by 0.
            """,
          examples: ["fee edit Booking amount 9", "fee edit \"Extra person\" included 4"])),
      deleteCommand(),
    ]
  }
}

extension Session {
  /// A fee may be there before its tax; where that stays so, a slip of the pen would cost the tax.
  fileprivate func warnOfGroupWithoutTax(_ group: String?) throws {
    guard let group else { return }
    let known = try rates.taxGroups()
    guard !known.contains(group) else { return }
    warn(
      Diagnostic(
        "no tax is for the group \(group) yet",
        hint: Suggestion.hint(for: group, in: known)
          ?? "a tax makes its group: tax add NAME 8% group \(group)", severity: .warning))
  }
}
