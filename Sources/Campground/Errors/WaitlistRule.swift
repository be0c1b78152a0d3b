/// A rule about the waitlist that a call would have broken.
public enum WaitlistRule: Error, Hashable, Sendable {
  /// There is no entry of that code.
  case unknown(String)
  /// Nobody can arrive any more on the wished date.
  case datesPast(StayDates, today: CalendarDate)
  /// The camper waits for nights of these dates already, under the code that follows.
  case waitsAlready(String, code: String)
  /// No campsite of the campground is what is needed.
  case noSuchSite
  /// These campsites are free for what is wished, so that nobody has to wait.
  case sitesFree([String], StayDates)
  /// The class has room for what is wished, so that nobody has to wait.
  case classFree(String, StayDates)
  /// Nothing is offered to the entry; where it stands follows.
  case noOffer(String, WaitlistStatus)
  /// The entry waits no more; where it stands follows.
  case isOver(String, WaitlistStatus)
  /// The entry has no wish of that number; those that it has follow.
  case noWish(String, number: Int, known: [Int])
  /// The entry has that wish already, under the number that follows.
  case wishedAlready(String, number: Int)
  /// It is the only wish of the entry.
  case onlyWish(String, number: Int)
}

extension WaitlistRule: CustomStringConvertible {
  /// The names with commas, the rest only counted where there are many.
  private static func listed(_ names: [String]) -> String {
    let most = 5
    return names.prefix(most).joined(separator: ", ")
      + (names.count > most ? " and \(names.count - most) more" : "")
  }

  /// The rule as one sentence without a final stop.
  public var description: String {
    switch self {
    case .unknown(let code): "there is nobody \(code) on the waitlist"
    case .datesPast(let dates, let today):
      "nobody can wait for \(dates) any more; today is \(today)"
    case .waitsAlready(let camper, let code):
      "\(camper) waits for nights of these dates already, as \(code)"
    case .noSuchSite: "no campsite has what is needed, so none would ever be offered"
    case .sitesFree(let sites, let dates):
      (sites.count == 1 ? "site \(sites[0]) is" : "sites " + Self.listed(sites) + " are")
        + " free for \(dates)"
    case .classFree(let name, let dates): "class \(name) has room for \(dates)"
    case .noOffer(let code, let status): "\(code) is \(status.rawValue); nothing is offered to it"
    case .isOver(let code, let status): "\(code) is \(status.rawValue) and waits no more"
    case .noWish(let code, let number, let known):
      "\(code) has no wish \(number); it has \(known.map(String.init).joined(separator: ", "))"
    case .wishedAlready(let code, let number): "that is wish \(number) of \(code) already"
    case .onlyWish(let code, let number): "wish \(number) is the only one of \(code)"
    }
  }
}

extension WaitlistRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .unknown: "\"waitlist list\" tells who waits"
    case .datesPast(_, let today): "name dates from \(today) on"
    case .waitsAlready(_, let code):
      "\"waitlist wish \(code)\" adds a wish to it, \"waitlist withdraw \(code)\" ends it"
    case .noSuchSite: "ask for less"
    case .sitesFree: "book one of them, or let them wait \"anyway\""
    case .classFree: "book it, or let them wait \"anyway\""
    case .noOffer(let code, .resting): "\"waitlist ask \(code)\" lets it be offered something again"
    case .noOffer(let code, .booked), .noOffer(let code, .withdrawn), .noOffer(let code, .lapsed):
      "\"waitlist show \(code)\" tells what became of it"
    case .noOffer: "\"waitlist offer\" offers what is free"
    case .isOver: "\"waitlist add\" puts them on it again"
    case .noWish(let code, _, _), .wishedAlready(let code, _):
      "\"waitlist show \(code)\" lists the wishes"
    case .onlyWish(let code, _): "\"waitlist withdraw \(code)\" ends the waiting"
    }
  }
}
