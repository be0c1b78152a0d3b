import Foundation

/// A rule of the business that a call would have broken; nothing has changed when one is thrown.
public enum CampgroundError: Error, Hashable, Sendable {
  /// A camper, campsite or campground was to have an empty name; the word says which.
  case emptyName(of: String)
  /// A name or another line of text was to have line breaks or control characters.
  case notOneLine(of: String)
  /// A name or another line of text was to be longer than it may be.
  case textTooLong(of: String, characters: Int, most: Int)

  /// There is no campground of that name; the known ones follow.
  case unknownCampground(String, known: [String])
  /// There is a campground of that name already.
  case campgroundNameTaken(String)
  /// The currency of a campground cannot change, since there are amounts of these.
  case currencyInUse(Currency, by: [String])
  /// Whether prices include their taxes does not change once stays are priced.
  case pricesAgreed(stays: Int)
  /// Someone else gave the campground another currency than amounts were written in.
  case currencyChanged(from: Currency, to: Currency)

  /// There is no camper of that name.
  case unknownCamper(String)
  /// Several campers have that name; what tells them apart follows.
  case ambiguousCamper(String, candidates: [String])
  /// The camper cannot be deleted, having these reservations.
  case camperHasReservations(String, codes: [String])

  /// There is no campsite of that number or name at the campground.
  case unknownSite(String)
  /// The word fits several campsites, whose names follow.
  case ambiguousSite(String, candidates: [String])
  /// There is a campsite of that name already.
  case siteNameTaken(String)
  /// There is a campsite of that number already.
  case siteNumberTaken(Int)
  /// A campsite's number is at least 1.
  case invalidSiteNumber(Int)
  /// All numbers of campsites are used up.
  case noSiteNumberLeft
  /// The campsite cannot be deleted, having these reservations that are not over.
  case siteHasReservations(String, codes: [String])
  /// The campsite cannot be deleted while these are not over, whose guests had nights on it.
  case siteHasNights(String, codes: [String])
  /// The campsite is let by the day, or by the night, to these that are not over.
  case siteLetOtherwise(String, byDay: Bool, codes: [String])

  /// A number lies outside of its range.
  case outOfRange(String, value: Int, allowed: ClosedRange<Int>)
  /// An amount of money cannot be stored.
  case invalidAmount(MoneyError)
  /// The price of a night is not below zero.
  case negativeRate(Decimal)

  /// There is something of that kind and name already.
  case nameTaken(of: String, name: String)
  /// There is nothing of that kind and name; the known names follow.
  case unknownName(of: String, name: String, known: [String])
  /// An amount is not below zero.
  case negativeAmount(of: String, Decimal)
  /// A percentage is from 0 to a limit, with at most so many decimal places.
  case invalidPercentage(of: String, Decimal, most: Int)
  /// Exactly one of several ways to say an amount is to be given.
  case notOneAmount(of: String, choices: [String])
  /// Nothing can be included in a fee that counts only stays or nights.
  case nothingIncluded(ChargeBasis)
  /// A weekly or monthly rate was to be for some weekdays only.
  case weekdaysOfLongRate(RateKind)
  /// What others depend on cannot be deleted; their names follow.
  case inUse(of: String, name: String, by: [String], remedy: String)
  /// The steps of a cancellation policy leave days of notice out or name them twice.
  case invalidSteps(policy: String, CancellationStepsError)

  /// The dates do not make a stay.
  case invalidDates(StayDatesError)
  /// The stay has more nights than a reservation may have.
  case stayTooLong(nights: Int, most: Int)
  /// Nights of the stay are taken on that site by other reservations.
  case siteTaken(site: String, by: [TakenStay])
  /// The campsite is not let any more from that date.
  case siteRetired(site: String, from: CalendarDate)
  /// The campsite is not closed on that day.
  case siteNotClosed(site: String, day: CalendarDate)
  /// More people come than the campsite takes.
  case partyTooLarge(site: String, party: Int, most: Int)

  /// A stay on that campsite, or in that class where one is booked, would break these rules.
  case stayRuleBroken(on: String, [StayRuleViolation])
  /// A rule of that kind needs a number.
  case ruleNeedsValue(StayRuleKind)
  /// A rule of that kind has no number.
  case ruleTakesNoValue(StayRuleKind)
  /// A rule of that kind needs weekdays, dates or a season.
  case ruleNeedsDays(StayRuleKind)
  /// The last date lies before the first.
  case datesInReverse(from: CalendarDate, through: CalendarDate)
  /// The campsite does not have what is needed.
  case siteUnfit(site: String, [UnmetNeed])
  /// A rule about folios, vouchers, meters or closed days.
  case ledger(LedgerRule)
  /// A rule about groups on one bill.
  case group(GroupRule)
  /// A rule about the waitlist.
  case waitlist(WaitlistRule)
  /// A rule about stays that come again.
  case series(SeriesRule)
  /// A rule about stays on several campsites.
  case split(SplitRule)
  /// A rule about classes of campsites.
  case siteClass(SiteClassRule)
  /// A rule about taking back a check-in or a check-out.
  case takingBack(TakingBackRule)

  /// A rule about sales.
  case sale(SaleRule)
  /// A file is no picture that can be kept; what a program said that tried to read it follows.
  case notAPicture(reason: String?)
  /// A picture is larger than one may be.
  case pictureTooLarge(bytes: Int, most: Int)

  /// There is no reservation of that code.
  case unknownReservation(String)
  /// The reservation's state does not allow the change.
  case illegalTransition(
    code: String, from: String, to: ReservationStatus, allowed: [ReservationStatus])
  /// A new reservation cannot have that state.
  case illegalStart(ReservationStatus)
  /// The hold ended at that time of the campground's wall clock.
  case holdExpired(code: String, at: WallTime)
  /// A hold lasts as long already as it was to be prolonged.
  case holdLasts(code: String, until: WallTime)
  /// Nothing happens to a guest of a stay before the arrival date.
  case beforeArrival(code: String, arrival: CalendarDate, today: CalendarDate)
  /// Nobody is checked in for nights that are all past.
  case afterDeparture(code: String, departure: CalendarDate, today: CalendarDate)
  /// A guest is expected on a day of which the stay has no night.
  case expectedOutside(code: String, StayDates, WallTime)
  /// The guest of another reservation has not left the campsite yet.
  case stillOnSite(code: String, site: String)
  /// The nights that a guest has had, up to that date, do not change.
  case nightsStayed(code: String, arrival: CalendarDate, through: CalendarDate)
  /// The stay is in a state after which nothing more is to come.
  case stayIsOver(code: String, status: String)
  /// On the arrival date nobody is late before that time, the check-in time.
  case beforeCheckIn(code: String, from: WallTime, now: WallTime)
  /// Checking in moves an arrival by so many days at most.
  case tooEarly(code: String, arrival: CalendarDate, today: CalendarDate, most: Int)
  /// A reservation cannot change places with itself.
  case sameReservation(String)
  /// A reservation is on the campsite already that it is to be moved to.
  case sameSite(code: String, site: String)
  /// Something that a stay is to have is at another campground than the stay.
  case elsewhere(String, String, at: String, stay: String, home: String)
  /// All nights of the reservation are past, and none is left that could be moved.
  case noNightLeft(code: String, departure: CalendarDate)
  /// Two reservations that are to change their campsites have the same one.
  case nothingToSwap(String, String, site: String)
  /// Someone else changed something, so that what was shown is not what would come of the call now.
  case notAsShown(MeanwhileChange)
  /// Someone else deleted what the call was about.
  case gone(String)
  /// What the call was about is deleted in the work that is not saved yet.
  case deletedHere(String)
  /// Someone else changed something, so that a command of a scratch pad does not come to what was shown.
  case changedMeanwhile(MeanwhileChange)
}

extension CampgroundError: CustomStringConvertible, LocalizedError {
  /// The reason as one sentence without a final stop.
  public var description: String {
    switch self {
    case .emptyName(let what): "\(Self.articled(what)) needs a name"
    case .notOneLine(let what):
      "the text of \(Self.articled(what)) is one line, without line breaks and control characters"
    case .textTooLong(let what, let characters, let most):
      "the text of \(Self.articled(what)) has at most \(most) characters, not \(characters)"
    case .unknownCampground(let name, let known):
      "there is no campground \"\(name)\"" + Self.listed(known, before: "; there is ")
    case .campgroundNameTaken(let name): "there is a campground \"\(name)\" already"
    case .currencyInUse(let currency, let users):
      "amounts are written in \(currency.code) already, and would mean something else: "
        + Self.shortened(users)
    case .pricesAgreed(let count):
      count == 1
        ? "1 stay is priced already, and would cost something else"
        : "\(count) stays are priced already, and would cost something else"
    case .currencyChanged(let former, let new):
      "someone changed the currency to \(new.code) meanwhile, and amounts were written in "
        + former.code
    case .unknownCamper(let name): "there is no camper \"\(name)\""
    case .ambiguousCamper(let name, let candidates):
      "\(candidates.count) campers are called \"\(name)\": " + candidates.joined(separator: ", ")
    case .camperHasReservations(let name, let codes):
      "\(name) has reservations: " + Self.shortened(codes)
    case .unknownSite(let word): "there is no site \(word)"
    case .ambiguousSite(let word, let candidates):
      "\(word) may be any of the sites " + Self.shortened(candidates) + "; give the whole name"
    case .siteNameTaken(let name): "there is a site \(name) already"
    case .siteNumberTaken(let number): "there is a site with the number \(number) already"
    case .invalidSiteNumber(let number): "the number of a site is at least 1, not \(number)"
    case .noSiteNumberLeft: "the numbers of sites are used up; give the site a name"
    case .siteHasReservations(let site, let codes):
      "site \(site) has reservations that are not over: " + Self.shortened(codes)
    case .siteHasNights(let site, let codes):
      "guests who are not gone yet had nights on site \(site): " + Self.shortened(codes)
    case .siteLetOtherwise(let site, let isByDay, let codes):
      "site \(site) is let by the \(isByDay ? "day" : "night") to stays that are not over: "
        + Self.shortened(codes)
    case .outOfRange(let what, let value, let allowed):
      "\(what) must be from \(allowed.lowerBound) to \(allowed.upperBound), not \(value)"
    case .invalidAmount(let error): error.description
    case .negativeRate(let rate): "the price of a night is at least 0, not \(rate)"
    case .nameTaken(let what, let name): "there is \(Self.articled(what)) \"\(name)\" already"
    case .unknownName(let what, let name, let known):
      "there is no \(what) \"\(name)\"" + Self.listed(known, before: "; there is ")
    case .negativeAmount(let what, let amount):
      "the amount of \(Self.articled(what)) is at least 0, not \(amount)"
    case .invalidPercentage(let what, let percent, let most):
      "the percentage of a \(what) is from 0 to \(most) with at most \(Percentage.mostPlaces) "
        + "decimal places, not \(percent)"
    case .notOneAmount(let what, let choices):
      "a \(what) is exactly one of these: " + choices.joined(separator: ", ")
    case .nothingIncluded(let basis):
      "a fee per \(basis.rawValue) counts no people, vehicles or pets of which some could be "
        + "included; count it per "
        + ChargeBasis.allCases.filter { $0.unit != nil }.map(\.rawValue).joined(separator: ", ")
    case .weekdaysOfLongRate(let kind):
      "a \(kind.rawValue) rate is for every night; leave the weekdays out, or make it nightly"
    case .inUse(let what, let name, let users, let remedy):
      "\(what) \"\(name)\" is used by " + Self.shortened(users) + "; \(remedy)"
    case .invalidSteps(let policy, let error): "policy \"\(policy)\": \(error)"
    case .invalidDates(let error): error.description
    case .stayTooLong(let nights, let most): "a stay has at most \(most) nights, not \(nights)"
    case .siteTaken(let site, let stays):
      "site \(site) is taken " + Self.shortened(stays.map(\.description))
    case .siteRetired(let site, let date): "site \(site) is not let from \(date) on"
    case .siteNotClosed(let site, let day): "site \(site) is not closed on \(day)"
    case .partyTooLarge(let site, let party, let most):
      "site \(site) takes \(most) \(most == 1 ? "person" : "people"), not \(party)"
    case .stayRuleBroken(let name, let broken):
      "\(broken.contains(where: \.stay.isByClass) ? "class" : "site") \(name): "
        + broken.map(\.description).joined(separator: "; ")
    case .ruleNeedsValue(let kind):
      "a rule \"\(kind.rawValue)\" needs a number of \(kind.unit)"
    case .ruleTakesNoValue(let kind): "a rule \"\(kind.rawValue)\" has no number"
    case .ruleNeedsDays(let kind):
      "a rule \"\(kind.rawValue)\" needs weekdays, dates or a season"
    case .datesInReverse(let from, let through):
      "the last date \(through) lies before the first one, \(from)"
    case .siteUnfit(let site, let unmet):
      "site \(site) " + unmet.map(\.description).joined(separator: ", ")
    case .ledger(let rule): rule.description
    case .group(let rule): rule.description
    case .waitlist(let rule): rule.description
    case .series(let rule): rule.description
    case .split(let rule): rule.description
    case .siteClass(let rule): rule.description
    case .takingBack(let rule): rule.description
    case .sale(let rule): rule.description
    case .notAPicture(let reason):
      "that is not a picture that can be read" + (reason.map { " (\($0))" } ?? "")
    case .pictureTooLarge(let bytes, let most):
      "a picture has at most \(most >> 20) megabytes, not \((bytes + (1 << 20) - 1) >> 20)"
    case .unknownReservation(let code): "there is no reservation \(code)"
    case .illegalTransition(let code, let from, let to, _) where from == to.rawValue:
      "\(code) is already \(from)"
    case .illegalTransition(let code, let from, let to, let allowed):
      "\(code) is \(from) and cannot become \(to.rawValue); "
        + (allowed.isEmpty
          ? "it stays as it is"
          : "it may become " + allowed.map(\.rawValue).joined(separator: " or "))
    case .illegalStart(let status): "a new reservation cannot be \(status.rawValue)"
    case .holdExpired(let code, let end): "the hold \(code) ended at \(end)"
    case .holdLasts(let code, let end): "the hold \(code) lasts until \(end) already"
    case .beforeArrival(let code, let arrival, let today):
      "\(code) arrives on \(arrival), and today is \(today)"
    case .afterDeparture(let code, let departure, let today):
      "\(code) was to leave on \(departure), and today is \(today): noshow \(code), or give it "
        + "other dates with reservation dates \(code)"
    case .expectedOutside(let code, let dates, let expected):
      "\(code) is from \(dates.arrival) to \(dates.departure), and has no night of \(expected.date)"
    case .stillOnSite(let code, let site):
      "\(code) is still on site \(site): checkout \(code)"
    case .nightsStayed(let code, let arrival, let end):
      arrival < end
        ? "the nights of \(code) from \(arrival) to \(end) are past and do not change"
        : "the guest of \(code) arrived on \(arrival), which does not change"
    case .stayIsOver(let code, let status): "\(code) is \(status) and does not change any more"
    case .beforeCheckIn(let code, let start, let now):
      "the guest of \(code) may come from \(start) on, and it is \(now)"
    case .tooEarly(let code, let arrival, let today, let most):
      "\(code) arrives on \(arrival), \(today.distance(to: arrival)) days from today; a guest is "
        + "checked in at most \(most) days early"
    case .sameReservation(let code): "\(code) cannot change places with itself"
    case .sameSite(let code, let site): "\(code) is on site \(site) already"
    case .elsewhere(let noun, let name, let place, let stay, let home):
      "\(noun) \(name) is at \(place), and \(stay) at \(home)"
    case .noNightLeft(let code, let departure):
      "no night of \(code) is left; it was to end on \(departure)"
    case .nothingToSwap(let first, let second, let site):
      "\(first) and \(second) are both on site \(site)"
    case .gone(let what): "\(what) was deleted by someone else"
    case .deletedHere(let what): "\(what) is deleted in the scratch pad"
    case .notAsShown(let change), .changedMeanwhile(let change): change.description
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }

  /// A noun with its article: `a rate`, `an item`.
  private static func articled(_ noun: String) -> String {
    (noun.first.map("aeio".contains) == true ? "an " : "a ") + noun
  }

  private static func listed(_ names: [String], before words: String) -> String {
    names.isEmpty ? "" : words + shortened(names)
  }

  /// The texts with commas, the rest only counted where there are many.
  private static func shortened(_ texts: [String]) -> String {
    let shown = texts.prefix(8).joined(separator: ", ")
    return texts.count > 8 ? "\(shown) and \(texts.count - 8) more" : shown
  }
}

extension MinorUnits.Overflow {
  /// The error as the business tells it.
  func reported(in currency: Currency) -> CampgroundError { .invalidAmount(.overflow(currency)) }
}
