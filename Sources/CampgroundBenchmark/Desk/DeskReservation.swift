import Campground

/// The columns of a reservation that the hand-written desk reads.
struct DeskReservation {
  let key: Int64
  let version: Int64
  let state: String
  let total: Int64
  let site: Int64
  let camper: Int64
  let folio: Int64
  /// The day numbers of its nights.
  let nights: Range<Int64>

  init(_ row: RawStatement) {
    key = row.integer(0)
    version = row.integer(1)
    nights = row.integer(2) / 86_400..<row.integer(3) / 86_400
    state = row.text(4)
    total = row.integer(5)
    site = row.integer(6)
    camper = row.integer(7)
    folio = row.integer(8)
  }

  func day(_ number: Int64) -> String { "\(CalendarDate(dayNumber: Int32(clamping: number)))" }
}
