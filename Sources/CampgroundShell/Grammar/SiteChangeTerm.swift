import Campground
import CommandKit

/// A campsite that a stay goes on upon, and from which date, as a command says it.
public struct SiteChangeTerm: Sendable, Hashable {
  /// The site's number or name.
  public var site: String
  /// Where the site stands.
  public var siteRange: SourceRange
  /// The date.
  public var date: CalendarDate
  /// Where the date stands.
  public var dateRange: SourceRange
}
