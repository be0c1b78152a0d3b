import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Discount, Plan == DiscountPlan {
  /// Discounts.
  static var discounts: Self {
    Resource(
      "discount", .discount, fields: fields, name: { $0.name },
      sentence: { Session.sentence(about: $0) }, newPlan: { DiscountPlan() },
      all: { try $0.rates.discounts() }, add: { (try $0.rates.addDiscount($1, $2), "") },
      edit: { (try $0.rates.edit($1, name: $2, $4), "") }, delete: { try $0.rates.delete($1) }
    )
    .forSeveralSites()
  }

  private static var fields: [Field<Session, Discount, DiscountPlan>] {
    Field.scoped(
      [
        .value("amount", .share) { ($0.percent, $0.amount) = ($1.percent, $1.amount) }
          .required(isPositional: true)
          .shown(as: "percent", isNumber: true) { Cell(percent: $0.percent) }
          .shown(as: "amount", isNumber: true) { Cell($0.amountMinor, of: $0.campground) },
        .value(
          "minnights", .numberOrNone("shortest stay in nights, 0 for any"), nil,
          \.minimumNights
        ).shown(isNumber: true) { Cell($0.minimumNights) },
      ],
      [
        .value("automatic", .boolean, "given to every stay that matches", \.isAutomatic)
          .shown { .boolean($0.isAutomatic) }
      ])
  }

  /// The commands about discounts.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["coupon", "promo code", "promotion"],
      details: """
        A percentage comes off each matching night, an amount off the whole stay. Guests get \
        it by name, or automatically where automatic is yes. No night falls below zero. help \
        conditions says how it is for some nights and sites only.
        """,
      examples: [
        "discount add Senior 10%",
        "discount add Midweek 20% weekdays sun-thu minnights 3 automatic yes",
        "discount add \"Road noise\" 15% site 15 automatic yes",
      ])

    listCommand.explained(synonyms: ["coupon", "promo code", "promotion"]).inParts
    showCommand

    editCommand.explained(
      details: Self.clearing,
      examples: ["discount edit Senior active no"])

    deleteCommand.explained(
      refuses: "a discount that stays have by name; use discount edit NAME active no instead")
  }
}
