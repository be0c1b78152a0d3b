import Campground
import CommandKit

extension Command where Context == Session {
  /// The commands that change stays.
  static var aboutChanges: [Self] { [extend, shorten, dates, move, swap, reprice, edit] }

  /// The commands about the campsites of stays.
  static var aboutSitesOfStays: [Self] { [split, assign, lock] }

  private static var extend: Self {
    changing(
      "reservation extend", "Add nights at the end of a stay",
      .stayLength(
        nights: "how many nights are added", months: "how many months are added",
        to: "the new date of departure"),
      .overriding, .repricing,
      details: """
        Nights that the stay has keep what was agreed for them: price, discounts, fees and taxes. \
        Added ones have those of today. A stay of whole months goes on as it began: from January 31 \
        to February 28, then to March 31. Where the whole stay would cost something else now, it says \
        how much, and reprice takes that.
        """,
      examples: [
        "reservation extend R-1 nights 2", "reservation extend R-1 months 1",
        "reservation extend R-1 to sunday dry-run",
      ], done: "Extended"
    ) { service, stay, length, isOverriding, isRepricing in
      try service.extend(
        stay.code, by: length.nights(atEndOf: stay, isLonger: true), overridingRules: isOverriding,
        repricing: isRepricing)
    }
  }

  private static var shorten: Self {
    changing(
      "reservation shorten", "Take nights away at the end of a stay",
      .stayLength(
        nights: "how many nights are taken away", months: "how many months are taken away",
        to: "the new date of departure"),
      .overriding, .repricing,
      details: """
        The nights that are left keep what was agreed for them, as part of a week for instance. Where \
        they would cost something else now, it says how much, and reprice takes that.
        """,
      examples: ["reservation shorten R-1 nights 1"], done: "Shortened"
    ) { service, stay, length, isOverriding, isRepricing in
      try service.shorten(
        stay.code, by: length.nights(atEndOf: stay, isLonger: false), overridingRules: isOverriding,
        repricing: isRepricing)
    }
  }

  private static var dates: Self {
    changing(
      "reservation dates", "Give a stay other dates", .stayDates, .overriding, .repricing,
      examples: ["reservation dates R-1 from 2026-07-03 nights 4"], done: "Changed"
    ) { try $0.changeDates($1.code, to: $2, overridingRules: $3, repricing: $4) }
  }

  private static var move: Self {
    changing(
      "reservation move", "Put a stay on another campsite", .requiredOption("to", .site),
      .overriding, .repricing,
      details: """
        What the party brings and needs has to fit the site. Nights have the prices of the new site \
        and keep the agreed discounts, fees and taxes. Of a guest who is here the nights before today \
        stay on the former site, at their price.
        """,
      examples: ["reservation move R-1 to 16"], done: "Moved"
    ) { try $0.move($1.code, to: $2, overridingRules: $3, repricing: $4) }
  }

  private static var swap: Self {
    Command(
      "reservation swap", "Let two stays change their campsites", .stay,
      .requiredOption("with", .reservation("the other reservation's code")), .overriding, .dryRun,
      details: "Each has to fit its new site, its party and the rules about stays.",
      examples: ["reservation swap R-1 with R-2"]
    ) { session, stay, other, isOverriding, isTrial in
      try session.carryOut("Moved", dryRun: isTrial) {
        try $0.swap(stay.code, with: other.code, overridingRules: isOverriding)
      }
    }
  }

  private static var reprice: Self {
    changing(
      "reservation reprice", "Give a stay the prices of today",
      details: """
        Nights that were posted to the bill keep their price. The others cost what the whole stay \
        would cost now, by weeks and months, less what the posted ones have of these. A price or a \
        discount that was agreed at the desk is given up.
        """,
      examples: ["reservation reprice R-1", "reservation reprice R-1 dry-run"], done: "Repriced"
    ) { try $0.reprice($1.code) }
  }

  private static var edit: Self {
    changing(
      "reservation edit", "Change who comes, or what was agreed",
      .option("for", .camper.described(nil, placeholder: "CAMPER")), .partyChanges,
      .clearable("note", .text, "whatever else there is to say"),
      .choice("discount", .offeredDiscount), .policyOrNone,
      .option("price", .amount("what a night costs, whatever the rates say")),
      details: """
        A note or a discount of "" is taken away, and so is a policy of none. A discount or a price is \
        for the nights to come, which are neither charged nor past; it is shown which ones get it, and \
        all else that was agreed for them stays. A discount by an amount is taken off them whole, as \
        far as they go. A price is that of nights that are added later, too; it is taxed as any other, \
        and only a discount that is asked for is taken off it. The command reservation reprice goes \
        back to the rates.
        """,
      examples: [
        "reservation edit R-1 party 4 pets 1 note \"late arrival\"",
        "reservation edit R-1 price 40",
        "reservation edit R-1 discount \"\" policy Lax",
      ], done: "Changed"
    ) { service, stay, guest, party, note, discount, policy, price in
      try service.edit(
        stay.code, camper: guest,
        party: party.isEmpty ? nil : service.find(stay.code).party.changed(by: party),
        note: note.map { $0 ?? "" }, discount: discount, price: price?.value(of: stay),
        policy: policy)
    }
    .needingChange(beside: "dry-run")
  }

  // MARK: Campsites

  private static var split: Self {
    changing(
      "reservation split", "Let a stay go on upon another campsite",
      .requiredOption("at", .date, "the date of the change, whose night is the first there"),
      .requiredOption("to", .site, "the other site's number or name"), .overriding,
      details: """
        The stay keeps its code and its bill. Rules about stays, what is charged once, discounts and \
        taxes see the whole stay; nights keep their agreed price where the other site has the same \
        one. Of a guest who is here only nights from today on change. "reservation move" puts all \
        that is to come on one site again.
        """,
      examples: ["reservation split R-1 at 2026-07-03 to 16"], done: "Changed"
    ) { try $0.split($1.code, on: $2, to: $3, overridingRules: $4) }
  }

  private static var assign: Self {
    changing(
      "assign", "Put a stay by class on another site of it",
      .optional("site", .site.described("the site, by default the best one")),
      details: """
        Its price stays. Other stays of the class are moved where that makes room. \
        "reservation move" puts it on any site, at that site's price.
        """,
      examples: ["assign R-3 5", "assign R-3"], done: "Assigned"
    ) { try $0.assign($1.code, to: $2) }
  }

  private static var lock: Self {
    changing(
      "lock", "Promise a stay by class the site that it has",
      .flag("undo", "let it be moved again"),
      details: """
        Until then it may be moved within its class to make room for another one, and no more once \
        the guest is checked in. Its price stays that of the class.
        """,
      examples: ["lock R-3", "lock R-3 undo"], done: "Locked"
    ) { try $2 ? $0.unlock($1.code) : $0.lock($1.code) }
  }
}

extension StayLength {
  /// By how many nights a stay changes that becomes so much longer or shorter at its end.
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
        hint: "reservation dates gives a stay any other dates", at: "to")
    }
  }
}
