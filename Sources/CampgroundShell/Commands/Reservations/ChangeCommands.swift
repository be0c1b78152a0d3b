import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands that change stays.
  @CommandList<Session>
  static var aboutChanges: [Self] {
    changing(
      "reservation extend", aliases: ["extend"], synonyms: ["longer", "add nights", "stay longer"],
      "Add nights to the end of a stay", .stay,
      .stayLength(
        nights: "nights to add", months: "months to add",
        to: "new departure date"),
      .option("price", .amount("what each added night costs, whatever the rates say")),
      .overriding, .repricing,
      details: """
        Nights already booked keep their price, discounts, fees and taxes; added nights get \
        today's, or the price given. A night that no rate prices is added all the same, and named. \
        A stay of whole months continues as it began: from January 31 to February 28, \
        then to March 31. If the whole stay would cost something else today, the answer says how \
        much, and reprice charges that.
        """,
      refuses: "nights that are taken, closed or against the stay rules",
      examples: [
        "reservation extend R-1 nights 2", "reservation extend R-1 months 1",
        "reservation extend R-1 nights 1 price 40", "reservation extend R-1 to sunday dry-run",
      ], done: "Extended"
    ) { service, stay, length, price, isOverriding, isRepricing in
      try service.extend(
        stay.code, by: length.nights(atEndOf: stay, isLonger: true),
        price: price?.value(of: stay), overridingRules: isOverriding, repricing: isRepricing)
    }

    changing(
      "reservation shorten", aliases: ["shorten"],
      synonyms: ["shorter", "early departure", "fewer nights"],
      "Remove nights from the end of a stay", .stay,
      .stayLength(
        nights: "nights to remove", months: "months to remove",
        to: "new departure date"),
      .overriding, .repricing,
      details: """
        The remaining nights keep their agreed price, a weekly rate for instance. If they would \
        cost something else today, the answer says how much, and reprice charges that.
        """,
      refuses: "to remove every night",
      examples: ["reservation shorten R-1 nights 1"], done: "Shortened"
    ) { service, stay, length, isOverriding, isRepricing in
      try service.shorten(
        stay.code, by: length.nights(atEndOf: stay, isLonger: false), overridingRules: isOverriding,
        repricing: isRepricing)
    }

    changing(
      "reservation dates", synonyms: ["reschedule", "change dates"], "Change the dates of a stay",
      .stay, .stayDates, .overriding, .repricing,
      refuses: "dates that are taken, closed or against the stay rules",
      examples: ["reservation dates R-1 from 2026-07-03 nights 4"], done: "Changed"
    ) { try $0.changeDates($1.code, to: $2, overridingRules: $3, repricing: $4) }

    changing(
      "reservation move", aliases: ["move"], synonyms: ["change site", "transfer"],
      "Move a stay to another site", .stay,
      .requiredOption("to", .site),
      .overriding, .repricing,
      details: """
        The site has to suit the party. Nights get the new site's prices and keep the agreed \
        discounts, fees and taxes. For a guest in house, only tonight and later nights move; \
        earlier nights stay where they were, at their price.
        """,
      refuses: "a site that is taken, closed or unsuitable for the party",
      examples: ["reservation move R-1 to 16"], done: "Moved"
    ) { try $0.move($1.code, to: $2, overridingRules: $3, repricing: $4) }

    changing(
      "reservation swap", aliases: ["swap"], synonyms: ["exchange", "switch"],
      "Swap the sites of two stays", .stay,
      .requiredOption("with", .reservation("code of the other reservation")), .overriding,
      details: "Each stay has to suit its new site and keep the stay rules.",
      refuses: "a site that is unsuitable for its new party",
      examples: ["reservation swap R-1 with R-2"], done: "Moved"
    ) { try $0.swap($1.code, with: $2.code, overridingRules: $3) }

    changing(
      "reservation reprice", aliases: ["reprice"], synonyms: ["update price", "recalculate"],
      "Charge a stay today's prices", .stay,
      details: """
        Nights already posted to the bill keep their price. The others cost what the whole stay \
        would cost today, by the week or the month, less the share of the posted nights. A price \
        or a discount agreed at the desk is dropped.
        """,
      examples: ["reservation reprice R-1", "reservation reprice R-1 dry-run"], done: "Repriced"
    ) { try $0.reprice($1.code) }

    changing(
      "reservation edit", synonyms: ["change party", "change guest", "pets"],
      "Change the guest, the party, or what was agreed", .stay,
      .option("for", .camper.described(nil, placeholder: "CAMPER")), .partyChanges,
      .clearable("note", .text, "any remark"),
      .choice("discount", .offeredDiscount), .policyOrNone,
      .option("price", .amount("what a night costs, whatever the rates say")),
      .flag("unpriced", "set the price only for nights that have none"),
      details: """
        "" or none clears a note, a discount or the policy. A discount or a price applies to \
        coming nights that are not charged yet; the answer shows which, and everything else \
        agreed for them stays. A discount by amount is taken off once, down to 0. A \
        price also applies to nights added later; it is taxed as usual, and only a discount given \
        by name comes off it. With unpriced, it is only for the nights that no rate prices, past \
        ones too. reservation reprice goes back to the rates.
        """,
      examples: [
        "reservation edit R-1 party 4 pets 1 note \"late arrival\"",
        "reservation edit R-1 price 40", "reservation edit R-1 price 40 unpriced",
        "reservation edit R-1 discount none policy Lax",
      ], done: "Changed"
    ) { service, stay, guest, party, note, discount, policy, price, isForUnpriced in
      guard price != nil || !isForUnpriced else {
        throw ValueFault(
          "unpriced goes with a price", hint: "reservation edit \(stay.code) price AMOUNT unpriced",
          at: "unpriced")
      }
      return try service.edit(
        stay.code, camper: guest,
        party: party.isEmpty ? nil : service.find(stay.code).party.changed(by: party),
        note: note.map { $0 ?? "" }, discount: discount, price: price?.value(of: stay),
        onlyUnpriced: isForUnpriced, policy: policy)
    }
    .needingChange(beside: "dry-run") { given, session in
      let stay = try Argument<Session, Reservation>.stay.read(given)(session)
      let party = stay.party
      return [
        "for": Cell(stay.camper?.fullName), "adults": Cell(party.adults),
        "children": Cell(party.children), "vehicles": Cell(party.vehicles),
        "pets": Cell(party.pets), "length": Cell(party.vehicleLength),
        "electricity": Cell(party.amperage), "water": .boolean(party.needsWater),
        "sewer": .boolean(party.needsSewer), "accessible": .boolean(party.needsAccess),
        "note": Cell(stay.note), "discount": Cell(stay.discount), "policy": Cell(stay.policy),
        "price": Cell(stay.nightPrice),
      ]
    }
  }

  /// The commands that change the sites of stays.
  @CommandList<Session>
  static var aboutSitesOfStays: [Self] {
    changing(
      "reservation split", aliases: ["split"], synonyms: ["two sites", "change site"],
      "Move the rest of a stay to another site", .stay,
      .requiredOption("at", .date, "date of the change, the first night on the other site"),
      .requiredOption("to", .site, "number or name of the other site"), .overriding,
      details: """
        The stay keeps its code and its bill. Stay rules, one-time charges, discounts and taxes \
        look at the whole stay; the price changes only if the other site's rate differs. For a guest in house, only tonight and later nights can change. reservation move \
        puts the rest of the stay back on one site.
        """,
      refuses: "a site that is taken, closed or unsuitable for the party",
      examples: ["reservation split R-1 at 2026-07-03 to 16"], done: "Changed"
    ) { try $0.split($1.code, on: $2, to: $3, overridingRules: $4) }

    changing(
      "assign", synonyms: ["assign site"], "Assign a stay to another site of its class", .stay,
      .optional("site", .site.described("site; the best one by default")),
      details: """
        The price stays the same. Other stays of the class move where that makes room. reservation \
        move puts the stay on any site, at that site's price.
        """,
      examples: ["assign R-3 5", "assign R-3"], done: "Assigned"
    ) { try $0.assign($1.code, to: $2) }

    changing(
      "lock", synonyms: ["pin", "guarantee site"],
      "Lock a stay to the site assigned from its class", .stay,
      .flag("undo", "allow it to move again"),
      details: """
        Until it is locked, a stay may move within its class to make room for another; after \
        check-in it no longer does. It keeps the price of the class.
        """,
      examples: ["lock R-3", "lock R-3 undo"], done: "Locked"
    ) { try $2 ? $0.unlock($1.code) : $0.lock($1.code) }
  }
}

extension StayLength {
  /// The number of nights to add to or remove from the end of a stay.
  fileprivate func nights(
    atEndOf stay: Reservation, isLonger: Bool
  ) throws(ValueFault) -> Int {
    let (end, sign) = (stay.departure, isLonger ? 1 : -1)
    switch self {
    case .nights(let nights): return nights
    case .months(let months):
      let departure = stay.dates?.departure(addingMonths: sign * months)
      return sign * end.distance(to: departure ?? end)
    case .departure(let day):
      let nights = sign * end.distance(to: day.date)
      guard nights <= 0 else { return nights }
      let place = end < day.date ? "before" : "after"
      throw ValueFault(
        "\(stay.code) ends on \(end)"
          + (end == day.date ? " already" : ", \(place) \(day.date)"),
        hint: "use reservation dates to change both dates", at: "to")
    }
  }
}
