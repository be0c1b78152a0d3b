/// A stay in a row of a file.
struct StayRow {
  let source: CSVRow
  let facility: String
  let unit: String
  let unitColumn: String
  let unitIdentifier: String?
  let dates: StayDates
  let party: Party

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
    party = try Self.party(fields)
    do {
      try party.check()
    } catch {
      throw row.problem("adults", "\(error)")
    }
  }

  /// The party; by default one adult.
  private static func party(_ fields: CSVFields) throws(CSVProblem) -> Party {
    func count(_ column: String) throws(CSVProblem) -> Int? {
      try fields.integer(column).map { Int($0) }
    }
    return Party(
      adults: try count("adults") ?? 1, children: try count("children") ?? 0,
      vehicles: try count("vehicles"), pets: try count("pets") ?? 0)
  }
}
