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

  /// The number of rows that an earlier import has made already.
  public internal(set) var skipped = 0

  /// The headings of the columns that are not imported.
  public internal(set) var ignoredColumns: [String] = []

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
