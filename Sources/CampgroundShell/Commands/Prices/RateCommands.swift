import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Rate, Plan == RatePlan {
  /// Rates.
  static var rates: Self {
    Resource(
      "rate", .rate, fields: fields, name: { $0.name },
      sentence: { Session.sentence(about: $0) },
      newPlan: { RatePlan(amount: 0) }, all: { try $0.rates.rates() },
      add: { (try $0.rates.addRate($1, $2), "") },
      edit: { (try $0.rates.edit($1, name: $2, $4), "") }, delete: { try $0.rates.delete($1) }
    )
    .forSeveralSites { " · \($0.amount) \($0.kind.rawValue)" }
    .with { $0.note = { try $0.noteReach(of: $1) } }
  }

  private static var fields: [Field<Session, Rate, RatePlan>] {
    Field.scoped(
      [
        .value("kind", .oneOf(RateKind.self, "KIND"), "nightly, weekly or monthly", \.kind)
          .shown { .text($0.kind.rawValue) },
        .value("amount", .money("AMOUNT", "price"), nil, \.amount).required(isPositional: true)
          .shown(isNumber: true) { Cell($0.amount) },
      ],
      [
        .value(
          "rank", .integer(in: 0...1_000_000), "rank among equally specific rates", \.rank
        ).shown(isNumber: true, in: .aside) { Cell($0.rank) }
      ])
  }

  /// The commands about rates.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["price", "cost", "tariff", "monthly", "weekly"],
      details: """
        Whole months from the arrival cost the monthly rate, then whole weeks the weekly rate, and \
        single nights the nightly one; a shorter stay never gets a longer rate. Of each kind the \
        rate for the most specific place applies: the site, its class, its type, then all. There, \
        the shortest season or dates apply, then a rate with weekdays; ties go to the lowest rank. \
        Special dates, up to 14 nights, come before all other nightly rates, but not within months. \
        A site, class or type with nightly prices for every weekday keeps them: weeks and months of \
        less specific places do not price its nights. Weeks across seasons, and days after full \
        months, are prorated. Site rates do not apply to a stay booked by class. The price from \
        campsite add is the site's own rate. help conditions says how a rate is for some nights and \
        sites only; with several sites, each gets a rate named after it.
        """,
      examples: [
        "rate add Base 45", "rate add \"Summer weekend\" 65 season Summer weekdays fri,sat",
        "rate add \"Weekly RV\" 270 kind weekly type rv",
        "rate add \"Lake view\" 80 site 15", "rate add River $85 site 15-17",
      ])

    listCommand.explained(
      synonyms: ["price list", "rate sheet", "tariff"],
      details: "Within a kind, rates are listed in the order they are tried."
    ).inParts

    showCommand

    editCommand.explained(
      synonyms: ["change price", "raise rates"],
      details: Self.clearing,
      examples: ["rate edit Base amount 48"])

    deleteCommand
  }
}

extension Session {
  /// Says which sites a rate does not reach, and which rates price nothing any more because of it.
  fileprivate func noteReach(of rate: Rate) throws {
    // A repeated command has told it before.
    guard !desk.isRepeating else { return }
    let reach = try rates.reach(of: rate)
    let day = rate.season == nil && rate.firstNight == nil ? "today" : "DATE"
    let without = reach.ratesWithoutEffect
    if !without.isEmpty {
      warn(
        "\(without.listedToTheLast()) \(without.count == 1 ? "prices" : "price") nothing any more",
        hint: "\(rate.name) comes first wherever "
          + (without.count == 1 ? "it applies" : "they apply"), severity: .note)
    }
    guard let first = reach.sitesNotReached.first else { return }
    guard !reach.isWithoutEffect || first.rate != nil else {
      return warn(
        "\(rate.name) prices nothing: other rates come first",
        hint: "\"quote \(CommandText.quoted(first.name)) from \(day) nights 1 why\" shows which",
        severity: .note)
    }
    let names = reach.sitesNotReached.map(\.name)
    let list = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    warn(
      "\(rate.name) does not apply to \(names.count == 1 ? "site" : "sites") \(list): "
        + (names.count == 1 ? "it has its own price" : "they have their own prices"),
      hint: first.rate == nil
        ? "\"quote \(CommandText.quoted(first.name)) from \(day) nights 7 why\" shows which"
        : "\"campsite edit \(Self.list(of: reach.sitesNotReached)) rate none\" lets the rates apply",
      severity: .note)
  }

  /// Those of some sites that have their own prices, as a command takes them.
  private static func list(of sites: [CampSite]) -> String {
    let names = sites.filter { $0.rate != nil }.map(\.name)
    return CommandText.quoted(SiteNames.list(of: names) ?? names.first ?? "")
  }
}
