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

  /// Makes options.
  public init(
    timeZone: TimeZone? = nil, currency: Currency? = nil, isDryRun: Bool = false,
    skipsRejects: Bool = false
  ) {
    self.timeZone = timeZone
    self.currency = currency
    self.isDryRun = isDryRun
    self.skipsRejects = skipsRejects
  }
}
