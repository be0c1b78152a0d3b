/// The result of an import.
public struct ImportSummary: Sendable, Hashable {
  /// The number of rows read, without the header.
  public internal(set) var rowsRead = 0

  /// The number of rows that can be imported.
  public internal(set) var accepted = 0

  /// The names of campgrounds missing in the store, in the order of the file.
  public internal(set) var newCampgrounds: [String] = []

  /// The number of campsites missing in the store.
  public internal(set) var newSites = 0

  /// Whether rows name campgrounds, classes or campsites that the store does not have and that
  /// `ImportOptions.createsMissing` would add.
  public internal(set) var namesMissingPlaces = false

  /// The number of guests missing in the store.
  public internal(set) var newGuests = 0

  /// The number of accepted stays that are over, and so count in reports alone.
  public internal(set) var pastStays = 0

  /// The number of rows that an earlier import has made already.
  public internal(set) var skipped = 0

  /// The headings of the columns that are not imported.
  public internal(set) var ignoredColumns: [String] = []

  /// The first stays that were or would be made, in the order of the file.
  public private(set) var firstStays: [Stay] = []

  /// A stay as it was read from a row.
  public struct Stay: Sendable, Hashable {
    /// The row's number in the file, from 1 for the header.
    public let row: Int
    public let guest: String?
    public let site: String
    public let dates: StayDates
    public let status: ReservationStatus
    /// What its nights cost in all; nil for the rates.
    public let total: Money?
    public let paid: Money?
  }

  /// The greatest number of stays in `firstStays`.
  public static let mostStays = 10

  /// Notes a stay, if it is one of the first.
  mutating func preview(_ booking: BookingRow, as stay: Reservation, site: String) {
    guard firstStays.count < Self.mostStays, let status = stay.state else { return }
    let currency = stay.campground?.currency ?? .usd
    firstStays.append(
      Stay(
        row: booking.row.source.number,
        guest: booking.guest.flatMap { $0.name.isEmpty ? nil : $0.name }, site: site,
        dates: booking.dates, status: status,
        total: booking.total.flatMap { try? Money(exactly: $0, currency) },
        paid: booking.paid.flatMap { try? Money(exactly: $0, currency) }))
  }

  /// What is doubtful about rows that can be imported, in the order of the file.
  public internal(set) var remarks: [ImportReject] = []

  /// What is wrong with rows, in the order of the file; a row may be listed more than once.
  public internal(set) var rejects: [ImportReject] = []

  /// The number of rejected rows.
  public var rowsRejected: Int { Set(rejects.map(\.row)).count }

  /// Whether the accepted rows, the new campgrounds and the new campsites have been saved.
  public internal(set) var isSaved = false

  /// The number of rows saved: all accepted ones, or none.
  public var imported: Int { isSaved ? accepted : 0 }
}
