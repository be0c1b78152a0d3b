import Campground
import Foundation
import ObjectGraph
import Rendering

/// The commands about meters.
extension Session {
  func addMeterReading(_ command: ParsedCommand) throws -> Answer {
    let site = try campSite(command)
    let reading = try folios.readMeter(
      kind(command[.meter]) ?? .electricity, of: site, showing: try command.require(.value),
      isReplaced: command.has(.replaced), on: command[.on])
    let charged =
      reading.entry.flatMap { line in
        line.reservation.map { "charged \(line.amount) to \($0.code)" }
      } ?? "nothing charged"
    return .message(
      "Read the \(reading.kind.rawValue) meter of site \(site.name) · \(charged)",
      record: record(of: reading))
  }

  func listMeterReadings(_ command: ParsedCommand) throws -> Answer {
    let readings = try folios.meterReadings(of: try campSite(command))
    return .table(
      ResultTable(
        columns: Self.readingColumns, rows: readings.map { record(of: $0).map(\.value) }),
      empty: "No meter of this campsite was read yet")
  }

  func setMeterRate(_ command: ParsedCommand) throws -> Answer {
    guard let kind = kind(command[.meter]) else { return try listMeterRates() }
    guard let price = command[.price], let unit = command[.unit] else {
      throw command.text.diagnostic(
        "meter rate needs a price and a unit",
        hint: "write it like meter rate \(kind.rawValue) 0.15 unit kWh", at: command.text.end)
    }
    let rate = try givingFirstCampground(timeZone) {
      try folios.setMeterRate(kind, price: price, unit: unit, taxGroup: command[.taxGroup])
    }
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
    .init("meter"), .init("day"), .number("value"), .init("code"), .number("charged"),
  ]

  private func record(of reading: MeterReading) -> Answer.Record {
    let values: [Cell] = [
      .text(reading.kind.rawValue), Cell(CalendarDate(midnightUTC: reading.day)),
      .decimal(NSDecimalNumber(decimal: reading.value).stringValue),
      Cell(reading.reservation?.code), Cell(reading.entry?.amount),
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
