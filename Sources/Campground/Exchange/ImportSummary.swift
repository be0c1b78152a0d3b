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

  /// The rejected rows, in the order of the file.
  public internal(set) var rejects: [ImportReject] = []

  /// Whether the accepted rows, the new campgrounds and the new campsites have been saved.
  public internal(set) var isSaved = false

  /// The number of rows saved: all accepted ones, or none.
  public var imported: Int { isSaved ? accepted : 0 }
}
