import Campground
import CommandKit

/// A campsite that a stay goes on upon, and from which date, as a command says it.
package struct SiteChangeTerm: Sendable, Hashable {
  /// The site's number or name.
  package var site: String
  /// Where the site stands.
  package var siteRange: SourceRange
  /// The date.
  package var date: CalendarDate
  /// Where the date stands.
  package var dateRange: SourceRange
}
