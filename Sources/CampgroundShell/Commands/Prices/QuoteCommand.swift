import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The command that quotes the price of a stay.
  static var quote: Self {
    Command(
      "quote", synonyms: ["price", "cost", "estimate", "how much"],
      "Quote the price of a stay, line by line", .place, .stayDates, .partyCounts, .discount,
      .nightPrice, .siteChanges, .flag("why", "for each night, the rate and those it won over"),
      details: "Nothing is booked, and the site need not be free.",
      examples: [
        "quote 15 from 2026-07-01 nights 10 party 2", "quote 15 from 2026-07-01 months 6",
        "quote 15 from 2026-07-01 nights 3 price 40",
        "quote class \"RV 50A\" from 2026-07-01 nights 3",
        "quote 15 from 2026-07-01 nights 5 then 16 on 2026-07-03",
        "quote 15 from 2026-07-01 nights 8 why",
      ], answering: .data
    ) { session, place, dates, party, discount, price, changes, asksWhy in
      let quote = try session.rates.quote(
        place, dates: dates, party: party, discount: discount, price: price, siteChanges: changes)
      session.noteNightsWithoutRate(in: quote, of: place, changes)
      let stay: Answer.Record = [
        (place.noun, .text(places(from: place, changes))), ("from", Cell(dates.arrival)),
        ("to", Cell(dates.departure)), ("nights", Cell(dates.nightCount)),
      ]
      let total: Answer.Record =
        [
          (
            "total",
            session.format.isForPrograms || quote.price.unpricedNights == 0
              ? Cell(quote.price.total) : .text("\(quote.price)")
          ), ("deposit", Cell(quote.deposit)),
        ] + (session.format.isForPrograms ? [Session.unpricedCell(of: quote.price)] : [])
      return .details(
        stay + session.partyColumns { $0 }.record(of: party) + total,
        lists: [("lines", table(of: quote))]
          + (asksWhy
            ? [
              (
                "rates",
                table(
                  of: try session.rates.pricedNights(
                    on: place, dates: dates, price: price, siteChanges: changes),
                  in: quote.total.currency)
              )
            ] : []))
    }
  }

  /// `15, then 16 from 2026-07-03`
  private static func places(from place: Booking.Place, _ changes: [SiteChange]) -> String {
    changes.reduce(place.name) { "\($0), then \($1.site.name) from \($1.date)" }
  }

  /// The rates by which nights are priced, and those that were passed over.
  @MainActor
  private static func table(of nights: [PricedNight], in currency: Currency) -> ResultTable {
    let columns: [ListColumn<PricedNight>] = [
      .init("night") { Cell($0.date) }, .init("rate") { Cell($0.rate) },
      .init("kind", rank: .aside) { .text($0.kind.rawValue) },
      .number("amount") { Cell($0.amountMinor.map { Money(minorUnits: $0, currency) }) },
      .init("won over") { Cell($0.otherRates.isEmpty ? nil : $0.otherRates.listed()) },
    ]
    return columns.table(of: nights)
  }

  /// The price of a stay, with lines of the same text combined.
  @MainActor
  private static func table(of quote: Quote) -> ResultTable {
    let columns: [ListColumn<Bill.SummaryLine>] = [
      .init("line") { .text($0.text) }, .init("kind") { .text($0.kind.rawValue) },
      .number("nights", rank: .aside) { $0.kind == .lodging ? Cell($0.dayCount) : .null },
      .number("each") { $0.kind == .lodging ? Cell($0.each) : .null },
      .number("amount") { Cell($0.amount) },
    ]
    let table = columns.table(of: quote.bill.summary)
    let unpriced = quote.bill.unpricedNights
    guard !unpriced.isEmpty else { return table }
    let nights = "To be priced: " + unpriced.map { "\($0)" }.listed(most: 4)
    return ResultTable(
      columns: table.columns,
      rows: table.rows + [
        [.text(nights), .text("unpriced"), Cell(unpriced.count), .null, .null]
      ])
  }
}

extension Session {
  /// Says which nights of a quoted stay no rate prices, and how to price the place.
  fileprivate func noteNightsWithoutRate(
    in quote: Quote, of place: Booking.Place, _ changes: [SiteChange]
  ) {
    let nights = quote.bill.unpricedNights
    guard !nights.isEmpty else { return }
    let name = changes.isEmpty ? CommandText.quoted(place.name) : "SITE"
    let remedy =
      switch place {
      case .site: "campsite edit \(name) rate AMOUNT"
      case .siteClass: "rate add NAME AMOUNT class \(name)"
      }
    warn(
      "no rate prices " + nights.map { "\($0)" }.listed(most: 4),
      hint: "set a price for this stay, add a rate with \"rate add\", or price the "
        + "\(place.noun): \(remedy)", severity: .note)
  }
}
