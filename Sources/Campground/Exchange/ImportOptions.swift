import Foundation

/// How an import is done.
public struct ImportOptions: Sendable {
  /// The time zone of campgrounds that the file adds; nil for the current campground's.
  public var timeZone: TimeZone?

  /// The currency of campgrounds that the file adds; nil for the current campground's.
  public var currency: Currency?

  /// Whether the file is only checked, against the store too, and nothing is saved.
  public var isDryRun: Bool

  /// Whether rows that can be taken are taken although others are rejected. The default is false:
  /// all rows or none.
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
