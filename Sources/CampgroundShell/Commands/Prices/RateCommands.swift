import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Rate, Plan == RatePlan {
  /// Rates.
  static var rates: Self {
    Resource(
      "rate", .rate, fields: fields, name: { $0.name },
      sentence: { "\($0.name) · \($0.amount) \($0.kind.rawValue)" },
      newPlan: { RatePlan(amount: 0) }, all: { try $0.rates.rates() },
      add: { try $0.rates.addRate($1, $2) }, edit: { try $0.rates.edit($1, name: $2, $3) },
      delete: { try $0.rates.delete($1) })
  }

  private static var fields: [Field<Session, Rate, RatePlan>] {
    [
      .value("kind", .rateKind, "nightly, weekly or monthly", \.kind)
        .shown { .text($0.kind.rawValue) },
      .value("amount", .money("AMOUNT", "price"), nil, \.amount).required(isPositional: true)
        .shown(isNumber: true) { Cell($0.amount) },
      .value(clearable: "season", .season, nil, \.season).shown { Cell($0.season?.name) },
      .value(clearable: "weekdays", .weekdays) { $0.weekdays = $1 ?? [] }
        .shown { Cell(weekdays: $0.weekdays) },
      .value(clearable: "class", .siteClass, "site class", \.siteClass)
        .shown { Cell($0.siteClass?.name) },
      .value("type", .anySiteType, nil, \.siteType).shown { Cell($0.siteType) },
      .value(clearable: "site", .site, nil, \.site).shown { Cell($0.campSite?.name) },
      .value(
        "rank", .integer(in: 0...1_000_000), "rank among equally specific rates", \.rank
      ).shown(isNumber: true, in: .aside) { Cell($0.rank) },
      .value("active", .boolean, "in force", \.isActive)
        .shown(in: .aside) { .boolean($0.isActive) },
    ]
  }

  /// The commands about rates.
  var commands: [Command<Session>] {
    [
      addCommand(
        Help(
          synonyms: ["price", "cost", "tariff"],
          details: """
            Each night gets the most specific nightly rate that matches: first special dates, a \
            season of up to 14 nights, then the site, another season, weekdays, a class, a type, \
            and last a rate for all; of several the one of the lowest rank. Site rates do not \
            apply to a stay booked by class. Weekly rates cover 7 nights, monthly ones months from \
            the arrival date, and parts of them by the day. A site without a matching rate has the \
            price from campsite add.
            """,
          examples: [
            "rate add Base 45", "rate add \"Summer weekend\" 65 season Summer weekdays fri,sat",
            "rate add \"Weekly RV\" 270 kind weekly type rv",
            "rate add \"Lake view\" 80 site 15",
          ])),
      listCommand(
        Help(details: "Within a kind, rates are listed in the order they are tried.")),
      showCommand(),
      editCommand(
        Help(
          details: "\"\" clears a season, a site, a class or weekdays; any clears the type.",
          examples: ["rate edit Base amount 48"])),
      deleteCommand(),
    ]
  }
}
