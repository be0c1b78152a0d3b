/// One night on one campsite.
public struct SiteNight: Sendable, Hashable {
  /// The campsite's name.
  public let site: String

  /// The date on which the night begins.
  public let date: CalendarDate

  /// Makes a night.
  public init(site: String, date: CalendarDate) {
    self.site = site
    self.date = date
  }
}

extension SiteNight: Comparable {
  /// By date, then by the name of the site.
  public static func < (left: Self, right: Self) -> Bool {
    (left.date, left.site) < (right.date, right.site)
  }
}

extension SiteNight: CustomStringConvertible {
  /// `15 on 2026-07-01`
  public var description: String { "\(site) on \(date)" }
}
