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
      edit: { (try $0.rates.edit($1, name: $2, $4), "") }, delete: { try $0.rates.delete($1) })
  }

  private static var fields: [Field<Session, Discount, DiscountPlan>] {
    [
      .value("amount", .share) { ($0.percent, $0.amount) = ($1.percent, $1.amount) }
        .required(isPositional: true)
        .shown(as: "percent", isNumber: true) { Cell(percent: $0.percent) }
        .shown(as: "amount", isNumber: true) { Cell($0.amountMinor, of: $0.campground) },
      .value(clearable: "season", .season, "season of the nights", \.season)
        .shown { Cell($0.season?.name) },
      .value(clearable: "weekdays", .weekdays) { $0.weekdays = $1 ?? [] }
        .shown { Cell(weekdays: $0.weekdays) },
      .value(
        "minnights", .numberOrNone("shortest stay in nights, 0 for any"), nil,
        \.minimumNights
      ).shown(isNumber: true) { Cell($0.minimumNights) },
      .value(clearable: "class", .siteClass, "site class", \.siteClass)
        .shown { Cell($0.siteClass?.name) },
      .value("type", .anySiteType, nil, \.siteType).shown { Cell($0.siteType) },
      .value("automatic", .boolean, "given to every stay that matches", \.isAutomatic)
        .shown { .boolean($0.isAutomatic) },
      .value("active", .boolean, "in force", \.isActive)
        .shown(in: .aside) { .boolean($0.isActive) },
    ]
  }

  /// The commands about discounts.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["coupon", "promo code", "promotion"],
      details: """
        A percentage comes off each matching night, an amount off the whole stay. Guests get \
        it by name, or automatically where automatic is yes. No night falls below zero.
        """,
      examples: [
        "discount add Senior 10%",
        "discount add Midweek 20% weekdays sun-thu minnights 3 automatic yes",
      ])

    listCommand.explained(synonyms: ["coupon", "promo code", "promotion"]).inParts
    showCommand

    editCommand.explained(
      details: "\"\" clears a season, a class or weekdays; any clears the type.",
      examples: ["discount edit Senior active no"])

    deleteCommand.explained(
      refuses: "a discount that stays have by name; use discount edit NAME active no instead")
  }
}
