/// A stay as a row of a file tells it.
struct StayRow {
  let source: CSVRow
  let facility: String
  let unit: String
  let unitColumn: String
  let unitIdentifier: String?
  let dates: StayDates

  init(_ row: CSVRow) throws(CSVProblem) {
    let fields = CSVFields(row: row)
    source = row
    let (short, long) = (try fields.line("facility"), try fields.line("facility_name"))
    facility = short ?? long ?? ""
    unitColumn = row.header.index(of: "unit") == nil ? "site" : "unit"
    guard let unit = try fields.line(unitColumn) else {
      throw row.problem(unitColumn, "the campsite is missing")
    }
    self.unit = unit
    unitIdentifier = fields.text("unit_id")
    let departureColumn =
      row.header.index(of: "departure_exclusive") == nil ? "departure" : "departure_exclusive"
    let arrival = try fields.date("arrival")
    let departure = try fields.date(departureColumn)
    do {
      dates = try StayDates(arrival: arrival, departure: departure)
      try ReservationService.check(dates, for: Party())
    } catch {
      throw row.problem(departureColumn, "\(error)")
    }
  }
}
