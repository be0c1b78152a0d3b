import Foundation

/// How an import is done.
public struct ImportOptions: Sendable {
  /// The time zone of campgrounds that the file adds; nil for the current campground's.
  public var timeZone: TimeZone?

  /// The currency of campgrounds that the file adds; nil for the current campground's.
  public var currency: Currency?

  /// Whether to check the file, including against the store, without saving anything.
  public var isDryRun: Bool

  /// Whether to import the valid rows even though others are rejected. The default is false: all
  /// rows or none.
  public var skipsRejects: Bool

  /// Whether to add campgrounds, classes and campsites that the file names and the store does not
  /// have. The default is false: their rows are rejected.
  public var createsMissing: Bool

  /// The columns that the user chose for fields; the others are found by their headings.
  public var columns: [ColumnChoice]

  /// The order of year, month and day in dates; nil for what the dates of the file tell.
  public var dates: DateForm?

  /// The encoding of a file that does not say it itself.
  public var encoding: TextEncoding

  /// Is told the completed fraction of the work, from 0 to 1; nil where nobody looks.
  public var progress: (@Sendable (Double) -> Void)?

  /// Makes options.
  public init(
    timeZone: TimeZone? = nil, currency: Currency? = nil, isDryRun: Bool = false,
    skipsRejects: Bool = false, createsMissing: Bool = false, columns: [ColumnChoice] = [],
    dates: DateForm? = nil, encoding: TextEncoding = .utf8
  ) {
    self.timeZone = timeZone
    self.currency = currency
    self.isDryRun = isDryRun
    self.skipsRejects = skipsRejects
    self.createsMissing = createsMissing
    self.columns = columns
    self.dates = dates
    self.encoding = encoding
  }
}
