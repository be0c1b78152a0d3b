/// What came of an import.
public struct ImportSummary: Sendable, Hashable {
  /// The number of rows that were read, the header aside.
  public internal(set) var rowsRead = 0

  /// The number of rows that can be taken.
  public internal(set) var accepted = 0

  /// The names of campgrounds that the store lacked, in the order of the file.
  public internal(set) var newCampgrounds: [String] = []

  /// The number of campsites that the store lacked.
  public internal(set) var newSites = 0

  /// The rows that cannot be taken, in the order of the file.
  public internal(set) var rejects: [ImportReject] = []

  /// Whether the accepted rows, the new campgrounds and the new campsites are in the store now.
  public internal(set) var isSaved = false

  /// The number of rows that are in the store now: all accepted ones, or none.
  public var imported: Int { isSaved ? accepted : 0 }
}
