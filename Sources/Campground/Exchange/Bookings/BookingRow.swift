import Foundation

/// A booking in a row of a spreadsheet.
struct BookingRow {
  let row: SheetRow
  let facility: String
  let site: String?
  let siteIdentifier: String?
  let siteClass: String?
  let dates: StayDates
  let party: Party
  let guest: GuestRow?
  let status: BookingStatus?
  /// What the nights cost in all; nil for the rates.
  let total: Decimal?
  let paid: Decimal?
  let note: String?
  let confirmationNumber: String?

  static let fields: [ImportField] =
    [
      .campground, .site, .siteClass, .siteIdentifier, .arrival, .arrivalYear, .arrivalMonth,
      .arrivalDay, .departure, .nights, .adults, .children, .vehicles, .pets, .status, .total,
      .price,
      .paid, .confirmationNumber,
    ] + GuestRow.fields

  static let required: [[ImportField]] = [
    [.site, .siteClass], [.arrival, .arrivalYear], [.departure, .nights],
  ]

  /// Reads a row.
  ///
  /// - Throws: `RowProblems`, all that is wrong with it.
  init(_ row: SheetRow, in sheet: Sheet) throws(RowProblems) {
    var problems = RowProblems()
    let dates = problems.noting { () throws(CSVProblem) in try Self.dates(row, in: sheet) }
    let party = problems.noting { () throws(CSVProblem) in try Self.party(row) }
    let guest = problems.noting { () throws(CSVProblem) in try GuestRow(row) }
    let places = problems.noting { () throws(CSVProblem) in
      (try row.line(.campground), try row.line(.site), try row.line(.siteClass))
    }
    if let places, places.1 == nil, places.2 == nil {
      problems.all.append(row.problem(.site, "the campsite is missing"))
    }
    let status = problems.noting { () throws(CSVProblem) -> BookingStatus? in
      guard let word = row.text(.status) else { return nil }
      if let status = BookingStatus(word) { return status }
      throw row.problem(.status, "unknown status \"\(word)\"")
    }
    let money = problems.noting { () throws(CSVProblem) in
      (
        try Self.total(row, nights: dates?.nightCount ?? 0, in: sheet),
        try Self.paid(row, in: sheet)
      )
    }
    let number = problems.noting { () throws(CSVProblem) in try row.line(.confirmationNumber) }
    guard problems.all.isEmpty, let dates, let party, let guest, let places, let status, let money,
      let number
    else { throw problems }
    self.row = row
    facility = places.0 ?? ""
    site = places.1
    siteClass = places.2
    siteIdentifier = row.text(.siteIdentifier)
    self.dates = dates
    self.party = party
    self.guest = guest
    self.status = status
    (total, paid) = money
    note = row.text(.note)
    confirmationNumber = number
  }

  // MARK: Dates

  private static func dates(_ row: SheetRow, in sheet: Sheet) throws(CSVProblem) -> StayDates {
    guard let arrival = try arrival(row, in: sheet) else {
      throw row.problem(.arrival, "the arrival is missing")
    }
    let departure = try row.date(.departure, as: sheet.dates)
    let nights = try row.integer(.nights)
    let field = departure == nil ? ImportField.nights : .departure
    guard departure != nil || nights != nil else {
      throw row.problem(field, "the departure is missing")
    }
    let dates: StayDates
    do {
      dates =
        try departure.map { try StayDates(arrival: arrival, departure: $0) }
        ?? StayDates(arrival: arrival, nights: nights ?? 0)
      try ReservationService.check(dates, for: Party())
    } catch {
      throw row.problem(field, "\(error)")
    }
    guard let nights, nights != dates.nightCount else { return dates }
    throw row.problem(
      .nights, "the dates have \(dates.nightCount) nights, not \(nights)")
  }

  /// The arrival from one column, or from those of its year, month and day.
  private static func arrival(
    _ row: SheetRow, in sheet: Sheet
  ) throws(CSVProblem) -> CalendarDate? {
    guard !sheet.map.has(.arrivalYear) else {
      let (year, day) = (try row.integer(.arrivalYear), try row.integer(.arrivalDay))
      let word = row.value(.arrivalMonth) ?? ""
      let month = Int(word) ?? DateForm.monthNumber(word)
      guard let year, let day, let month,
        let date = try? CalendarDate(year: year, month: month, day: day)
      else {
        throw row.problem(.arrivalDay, "the year, month and day of the arrival do not form a date")
      }
      return date
    }
    return try row.date(.arrival, as: sheet.dates)
  }

  /// The party; by default one adult.
  private static func party(_ row: SheetRow) throws(CSVProblem) -> Party {
    let party = Party(
      adults: try row.integer(.adults) ?? 1, children: try row.integer(.children) ?? 0,
      vehicles: try row.integer(.vehicles), pets: try row.integer(.pets) ?? 0)
    do {
      try party.check()
    } catch {
      throw row.problem(.adults, error.text)
    }
    return party
  }

  private static func total(
    _ row: SheetRow, nights: Int, in sheet: Sheet
  ) throws(CSVProblem) -> Decimal? {
    if let total = try row.amount(.total, as: sheet.amounts, sheet.currency) {
      guard total >= 0 else { throw row.problem(.total, "the total is negative") }
      return total
    }
    guard let price = try row.amount(.price, as: sheet.amounts, sheet.currency) else { return nil }
    guard price >= 0 else { throw row.problem(.price, "the price of a night is negative") }
    return price * Decimal(nights)
  }

  private static func paid(_ row: SheetRow, in sheet: Sheet) throws(CSVProblem) -> Decimal? {
    let paid = try row.amount(.paid, as: sheet.amounts, sheet.currency)
    guard paid ?? 0 >= 0 else { throw row.problem(.paid, "the amount paid is negative") }
    return paid
  }
}

/// All that is wrong with a row.
struct RowProblems: Error {
  var all: [CSVProblem] = []

  /// The value; nil where there is a problem, which is kept.
  mutating func noting<Value>(_ body: () throws(CSVProblem) -> Value) -> Value? {
    do {
      return try body()
    } catch {
      all.append(error)
      return nil
    }
  }
}
