/// A rule about stays on several campsites that a call would have broken.
public enum SplitRule: Error, Hashable, Sendable {
  /// The campsite is to be changed on a date that has no night of the stay before or behind it.
  case outside(String?, CalendarDate, StayDates)
  /// The changes of a booking are not in the order of their dates.
  case outOfOrder(CalendarDate)
  /// The guest is on that campsite before the change, or is to be on it from then on already.
  case sameSite(String, CalendarDate)
  /// The campsite is at another campground.
  case elsewhere(String)
  /// What is to come of the stay is on several campsites, so that it cannot take another's place.
  case onSeveralSites(String)
  /// Stays of a series are on one campsite each.
  case inSeries
}

extension SplitRule: CustomStringConvertible {
  /// The rule as one sentence without a final stop.
  public var description: String {
    switch self {
    case .outside(let code, let date, let dates):
      (code.map { "\($0) is" } ?? "the stay is") + " from \(dates); the site cannot change on "
        + "\(date), since it needs a night before and one behind"
    case .outOfOrder(let date):
      "the changes of the site are in the order of their dates: see \(date)"
    case .sameSite(let site, let date): "the guest is on site \(site) around \(date) already"
    case .elsewhere(let site): "site \(site) is at another campground"
    case .onSeveralSites(let code): "\(code) is on several sites"
    case .inSeries: "each stay of a series is on one site"
    }
  }
}

extension SplitRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .outside, .outOfOrder: nil
    case .sameSite: "name another site"
    case .elsewhere: "name a site of the same campground"
    case .onSeveralSites(let code): "\"reservation move \(code)\" puts it on one site first"
    case .inSeries: "book the stays one by one"
    }
  }
}
