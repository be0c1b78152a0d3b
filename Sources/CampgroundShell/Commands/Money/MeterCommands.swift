import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The commands about meters.
  @CommandList<Session>
  static var aboutMeters: [Self] {
    Command(
      "meter add", synonyms: ["kwh", "reading", "power"],
      "Record a meter reading and charge the usage", .required("site", .site),
      .required("meter", .oneOf(MeterKind.self, "METER", "kind of meter")),
      .required("value", .money("VALUE", "reading")),
      .option("for", .reservation, "stay to charge, if there were several"),
      .flag("replaced", "the meter was replaced"), .businessDay,
      details: """
        The guest on the site since the last reading pays for the usage, even after check-out. If \
        there were several, name the payer with for; on the day of a change it is the guest who \
        left. The first reading only sets the start. To correct a reading, reverse its line: the \
        next one then counts from the reading before.
        """,
      examples: [
        "meter add 15 electricity 1234.5", "meter add 15 electricity 1250 for R-1",
        "meter add 15 water 3 replaced",
      ]
    ) { session, site, kind, value, payer, isReplaced, day in
      let reading = try session.folios.readMeter(
        kind, of: site, showing: value, isReplaced: isReplaced, for: payer, on: day)
      let outcome = try session.outcome(of: reading)
      return .message(
        "Read the \(reading.kind.rawValue) meter of site \(site.name) · \(outcome)",
        record: Session.readingColumns.record(of: reading))
    }

    Command(
      "meter list", synonyms: ["readings", "usage", "consumption"],
      "List a campsite's meter readings", .required("site", .site), answering: .data
    ) { session, site in
      .table(
        Session.readingColumns.table(of: try session.folios.meterReadings(of: site)),
        empty: "No meter readings yet")
    }
    .inParts

    Command(
      "meter rate", synonyms: ["kwh", "power"], "Set a meter rate, or list the rates",
      .optional("meter", .oneOf(MeterKind.self, "METER", "kind of meter")),
      .optional("price", .money("PRICE", "price per unit")),
      .option("unit", .text("UNIT"), "unit, like kWh"),
      .option("group", .taxGroup, "tax group"),
      examples: ["meter rate electricity 0.15 unit kWh", "meter rate"]
    ) { session, kind, price, unit, group in
      guard let kind else {
        return .table(
          Session.rateColumns.table(of: try session.folios.meterRates()),
          empty: "No meter rates yet")
      }
      guard let price, let unit else {
        throw ValueFault(
          "meter rate needs a price and a unit",
          hint: "write meter rate \(kind.rawValue) 0.15 unit kWh")
      }
      let rate = try session.folios.setMeterRate(kind, price: price, unit: unit, taxGroup: group)
      return .message(
        "\(rate.money.exactDescription) per \(rate.unit) of \(rate.kind.rawValue)",
        record: Session.rateColumns.record(of: rate))
    }
  }
}

extension Session {
  /// `charged $5.00 to R-1 for 2026-07-01 to 2026-07-03 · balance due $5.00`
  fileprivate func outcome(of reading: MeterReading) throws -> String {
    guard let line = reading.entry, let stay = line.reservation, let since = reading.since else {
      return "\(try reason(forNoChargeOf: reading)), nothing charged"
    }
    let left = stay.state == .checkedOut ? "who left on \(stay.leavingDay)" : nil
    let whom = [stay.code, left].compactMap { $0 }.joined(separator: ", ")
    return "charged \(line.amount) to \(whom) · \(since) to \(line.date)"
      + " · \(try folios.balance(of: stay))"
  }

  private func reason(forNoChargeOf reading: MeterReading) throws -> String {
    if reading.since == nil {
      return reading.position > 1 ? "new meter" : "first reading"
    }
    guard try folios.meterRates().contains(where: { $0.kind == reading.kind && $0.isActive }) else {
      return "\(reading.kind.rawValue) has no rate"
    }
    let before = try reading.campSite.flatMap { site in
      try folios.meterReadings(of: site, kind: reading.kind).first {
        $0.position < reading.position && !$0.isTakenBack
      }
    }
    return before?.value == reading.value ? "nothing was used" : "no guest was on the site"
  }

  // MARK: Rows

  fileprivate static let readingColumns: [ListColumn<MeterReading>] = [
    .init("meter") { .text($0.kind.rawValue) },
    .init("day") { Cell($0.day) },
    .number("value") { .decimal(NSDecimalNumber(decimal: $0.value).stringValue) },
    .init("since") { Cell($0.since) },
    .init("code") { Cell($0.reservation?.code) }, .number("charged") { Cell($0.entry?.amount) },
    .init("reversed", rank: .aside) { $0.isTakenBack ? .boolean(true) : .null },
  ]

  fileprivate static let rateColumns: [ListColumn<MeterRate>] = [
    .init("meter") { .text($0.kind.rawValue) },
    .number("price") { .decimal(NSDecimalNumber(decimal: $0.price).stringValue) },
    .init("unit") { .text($0.unit) }, .init("tax") { Cell($0.taxGroup) },
  ]
}
