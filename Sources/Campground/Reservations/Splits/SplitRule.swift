/// A rule about stays on several campsites that a call would have broken.
public enum SplitRule: Error, Hashable, Sendable {
  /// The campsite is to be changed on a date that has no night of the stay before or behind it.
  case outside(String?, CalendarDate, StayDates)
  /// The changes of a booking are not in the order of their dates.
  case outOfOrder(CalendarDate)
  /// The guest is on that campsite before the change.
  case sameSite(String, CalendarDate)
  /// The stay changes the campsite on that date already, to the one that follows.
  case changesAlready(String, CalendarDate, site: String)
  /// The campsite is at another campground.
  case elsewhere(String)
  /// Only what is reserved, or a guest who is here, changes the campsite.
  case notBooked(String?, status: String)
  /// The stay is on one campsite.
  case onOneSite(String)
  /// All of the stay that is to come is on one campsite.
  case nothingToJoin(String)
  /// The part before or behind is on that campsite.
  case besideItself(String, site: String, other: String)
  /// Dates that a part of the stay would have no night of.
  case withoutNight(String, of: StayDates, codes: [String])
  /// The guest is still to arrive on the part before.
  case partBefore(String, before: String)
  /// The guest is still on the campsite of the part before.
  case guestIsOn(String, before: String, site: String)
  /// The guest goes on to that part on a later day.
  case changesLater(String, on: CalendarDate, today: CalendarDate)
  /// The part was given up when the stay was changed, and the other one stands without it.
  case givenUp(String, of: String)
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
    case .sameSite(let site, let date): "the guest is on site \(site) before \(date) already"
    case .changesAlready(let code, let date, let site):
      "\(code) changes to site \(site) on \(date) already; move that part to another site"
    case .elsewhere(let site): "site \(site) is at another campground"
    case .notBooked(let code, let status):
      (code.map { "\($0) is \(status)" } ?? "a new stay that is \(status)")
        + " and cannot change the site; reserve it first"
    case .onOneSite(let code): "\(code) is on one site"
    case .nothingToJoin(let code): "what is to come of \(code) is on one site"
    case .besideItself(let code, let site, let other):
      "\(other) of the same stay is on site \(site) beside it; "
        + "reservation join \(other) puts \(code) there, too"
    case .withoutNight(let code, let dates, let codes):
      "the dates are those of the whole stay \(dates) (\(codes.joined(separator: ", "))), and "
        + "\(code) would have no night left; reservation join \(code) first, or cancel the stay"
    case .partBefore(let code, let before):
      "the stay of \(code) begins with \(before), which comes first"
    case .guestIsOn(let code, let before, let site):
      "the guest of \(code) is here, on site \(site) (\(before))"
    case .changesLater(let code, let date, let today):
      "the guest goes on to \(code) on \(date), and today is \(today)"
    case .givenUp(let code, let other):
      "\(code) was given up when the dates or the sites of the stay were changed (\(other))"
    case .inSeries: "each stay of a series is on one site"
    }
  }
}

extension SplitRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .outside, .outOfOrder, .changesAlready, .notBooked, .besideItself, .withoutNight: nil
    case .sameSite: "name another site"
    case .elsewhere: "name a site of the same campground"
    case .onOneSite(let code), .nothingToJoin(let code):
      "\"reservation split \(code)\" lets it change the site"
    case .partBefore(_, let before): "\"checkin \(before)\" comes first"
    case .guestIsOn(let code, _, _): "\"checkin \(code)\" lets the guest change over"
    case .changesLater(let code, _, _):
      "\"reservation join \(code)\" puts the guest there from today on"
    case .givenUp(_, let other): "\"reservation split \(other)\" lets it change the site again"
    case .inSeries: "book the stays one by one"
    }
  }
}
