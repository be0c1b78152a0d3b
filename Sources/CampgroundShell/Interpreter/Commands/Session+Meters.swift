import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about meters.
extension Session {
  func addMeterReading(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    let payer = command[.payer] == nil ? nil : try reservation(command, .payer)
    let reading = try folios.readMeter(
      kind(command[.meter]) ?? .electricity, of: site, showing: try command.require(.value),
      isReplaced: command.has(.replaced), for: payer, on: command[.on])
    return .message(
      "Read the \(reading.kind.rawValue) meter of site \(site.name) · \(try outcome(of: reading))",
      record: record(of: reading))
  }

  /// `charged $5.00 to R-1 for 2026-07-01 to 2026-07-03 · balance due $5.00`
  private func outcome(of reading: MeterReading) throws -> String {
    guard let line = reading.entry, let stay = line.reservation, let since = reading.since else {
      return "nothing charged, \(try reason(forNoChargeOf: reading))"
    }
    let left = stay.state == .checkedOut ? "who left on \(stay.leavingDay)" : nil
    let whom = [stay.code, left].compactMap { $0 }.joined(separator: ", ")
    return "charged \(line.amount) to \(whom) · \(CalendarDate(midnightUTC: since)) to \(line.date)"
      + " · \(try folios.balance(of: stay))"
  }

  private func reason(forNoChargeOf reading: MeterReading) throws -> String {
    if reading.since == nil {
      return reading.position > 1 ? "it is a new meter" : "it is the first reading"
    }
    guard try folios.meterRates().contains(where: { $0.kind == reading.kind && $0.isActive }) else {
      return "\(reading.kind.rawValue) has no rate"
    }
    let before = try reading.campSite.flatMap { site in
      try folios.meterReadings(of: site, kind: reading.kind).first {
        $0.position < reading.position && !$0.isTakenBack
      }
    }
    return before?.value == reading.value ? "nothing was used" : "nobody was there"
  }

  func listMeterReadings(_ command: ParsedCommand) throws -> Answer {
    let readings = try folios.meterReadings(of: try campSite(command))
    return .table(
      ResultTable(
        columns: Self.readingColumns, rows: readings.map { record(of: $0).map(\.value) }),
      asides: ["taken back"], empty: "No meter of this campsite was read yet")
  }

  func setMeterRate(_ command: ParsedCommand) throws -> Answer {
    guard let kind = kind(command[.meter]) else { return try listMeterRates() }
    guard let price = command[.price], let unit = command[.unit] else {
      throw command.text.diagnostic(
        "meter rate needs a price and a unit",
        hint: "write it like meter rate \(kind.rawValue) 0.15 unit kWh", at: command.text.end)
    }
    let rate = try folios.setMeterRate(kind, price: price, unit: unit, taxGroup: command[.taxGroup])
    return .message(
      "\(rate.money.exactDescription) a \(rate.unit) of \(rate.kind.rawValue)",
      record: record(of: rate))
  }

  private func listMeterRates() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.rateColumns,
        rows: try folios.meterRates().map { record(of: $0).map(\.value) }),
      empty: "No meter has a rate yet")
  }

  private func kind(_ word: String?) -> MeterKind? { word.flatMap(MeterKind.init(rawValue:)) }

  // MARK: As rows

  private static let readingColumns: [ResultTable.Column] = [
    .init("meter"), .init("day"), .number("value"), .init("since"), .init("code"),
    .number("charged"), .init("taken back"),
  ]

  private func record(of reading: MeterReading) -> Answer.Record {
    let values: [Cell] = [
      .text(reading.kind.rawValue), Cell(CalendarDate(midnightUTC: reading.day)),
      .decimal(NSDecimalNumber(decimal: reading.value).stringValue),
      Cell(reading.since.map { CalendarDate(midnightUTC: $0) }), Cell(reading.reservation?.code),
      Cell(reading.entry?.amount), reading.isTakenBack ? .boolean(true) : .null,
    ]
    return zip(Self.readingColumns, values).map { ($0.name, $1) }
  }

  private static let rateColumns: [ResultTable.Column] = [
    .init("meter"), .number("price"), .init("unit"), .init("tax"),
  ]

  private func record(of rate: MeterRate) -> Answer.Record {
    let values: [Cell] = [
      .text(rate.kind.rawValue), .decimal(NSDecimalNumber(decimal: rate.price).stringValue),
      .text(rate.unit), Cell(rate.taxGroup),
    ]
    return zip(Self.rateColumns, values).map { ($0.name, $1) }
  }
}
