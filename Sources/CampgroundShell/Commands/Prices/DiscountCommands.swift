import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Discount, Plan == DiscountPlan {
  /// Discounts.
  static var discounts: Self {
    Resource(
      "discount", .discount, fields: fields, name: { $0.name },
      sentence: { Session.sentence(about: $0) }, newPlan: { DiscountPlan() },
      all: { try $0.rates.discounts() }, add: { try $0.rates.addDiscount($1, $2) },
      edit: { try $0.rates.edit($1, name: $2, $3) }, delete: { try $0.rates.delete($1) })
  }

  private static var fields: [Field<Session, Discount, DiscountPlan>] {
    [
      .value("amount", .share) { ($0.percent, $0.amount) = ($1.percent, $1.amount) }
        .required(isPositional: true)
        .shown(as: "percent", isNumber: true) { Cell(percent: $0.percent) }
        .shown(as: "amount", isNumber: true) { Cell($0.amountMinor, of: $0.campground) },
      .value(clearable: "season", .season, "the season of the nights", \.season)
        .shown { Cell($0.season?.name) },
      .value(clearable: "weekdays", .weekdays) { $0.weekdays = $1 ?? [] }
        .shown { Cell(weekdays: $0.weekdays) },
      .value(
        "minnights", .numberOrNone("how many nights the stay must have, 0 for any"), nil,
        \.minimumNights
      ).shown(isNumber: true) { Cell($0.minimumNights) },
      .value(clearable: "class", .siteClass, "the class of campsites", \.siteClass)
        .shown { Cell($0.siteClass?.name) },
      .value("type", .anySiteType, nil, \.siteType).shown { Cell($0.siteType) },
      .value("automatic", .boolean, "whether it is given without being asked for", \.isAutomatic)
        .shown { .boolean($0.isAutomatic) },
      .value("active", .boolean, "whether it is applied", \.isActive)
        .shown(in: .aside) { .boolean($0.isActive) },
    ]
  }

  /// The commands about discounts.
  var commands: [Command<Session>] {
    [
      addCommand(
        Help(
          details: """
            A percentage is of the nights that it is for, an amount is off the whole stay. It is given \
            to who asks for it, or to all where it is automatic. No night falls below zero.
            """,
          examples: [
            "discount add Senior 10%",
            "discount add Midweek 20% weekdays sun-thu minnights 3 automatic yes",
          ])),
      listCommand(), showCommand(),
      editCommand(
        Help(
          details: "A season, class or weekdays of \"\" are taken away, and a type by any.",
          examples: ["discount edit Senior active no"])),
      deleteCommand(
        Help(details: "One that reservations have by name is kept; make it inactive instead.")),
    ]
  }
}
