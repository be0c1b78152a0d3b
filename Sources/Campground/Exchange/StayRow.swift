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
    source = row
    let (short, long) = (try row.line("facility"), try row.line("facility_name"))
    facility = short ?? long ?? ""
    unitColumn = row.header.index(of: "unit") == nil ? "site" : "unit"
    guard let unit = try row.line(unitColumn) else {
      throw row.problem(unitColumn, "the campsite is missing")
    }
    self.unit = unit
    unitIdentifier = row.text("unit_id")
    let departureColumn =
      row.header.index(of: "departure_exclusive") == nil ? "departure" : "departure_exclusive"
    let arrival = try row.date("arrival")
    let departure = try row.date(departureColumn)
    do {
      dates = try StayDates(arrival: arrival, departure: departure)
      try ReservationService.check(dates, for: Party())
    } catch {
      throw row.problem(departureColumn, "\(error)")
    }
    party = try Self.party(row)
    do {
      try party.check()
    } catch {
      throw row.problem("adults", "\(error)")
    }
  }

  /// The party; by default one adult.
  private static func party(_ row: CSVRow) throws(CSVProblem) -> Party {
    func count(_ column: String) throws(CSVProblem) -> Int? {
      try row.integer(column).map { Int($0) }
    }
    return Party(
      adults: try count("adults") ?? 1, children: try count("children") ?? 0,
      vehicles: try count("vehicles"), pets: try count("pets") ?? 0)
  }
}
