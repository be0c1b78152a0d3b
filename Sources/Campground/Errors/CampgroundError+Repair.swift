extension CampgroundError {
  /// How to mend it, as a phrase without a final stop, with the shell's commands where one helps;
  /// nil where the reason says it all.
  public var repair: String? {
    switch self {
    case .emptyName, .notOneLine, .textTooLong, .ambiguousSite, .invalidSiteNumber,
      .noSiteNumberLeft, .outOfRange, .negativeRate, .negativeAmount, .invalidPercentage,
      .notOneAmount, .weekdaysOfLongRate, .inUse, .invalidDates, .stayTooLong,
      .ruleNeedsValue, .ruleTakesNoValue, .ruleNeedsDays, .afterDeparture,
      .stillOnSite:
      nil
    case .invalidAmount(let error): error.repair
    case .invalidSteps(_, let error): error.repair
    case .ledger(let rule): rule.repair
    case .group(let rule): rule.repair
    case .waitlist(let rule): rule.repair
    case .series(let rule): rule.repair
    case .split(let rule): rule.repair
    case .siteClass(let rule): rule.repair
    case .takingBack(let rule): rule.repair
    case .sale(let rule): rule.repair
    case .notAPicture: "pictures are JPEG, PNG, GIF or WebP files"
    case .pictureTooLarge: "scale it down first"

    case .unknownCampground(_, let known): known.isEmpty ? "\"campground add\" makes one" : nil
    case .unknownName(_, _, let known): known.isEmpty ? "add one first" : nil
    case .campgroundNameTaken, .siteNameTaken, .nameTaken: "choose another name"
    case .siteNumberTaken: "choose another number"
    case .currencyInUse:
      "another currency needs a campground of its own: campground add NAME currency CODE"
    case .pricesAgreed:
      "prices that count taxes otherwise need a campground of their own: campground add NAME "
        + "taxincluded yes"
    case .currencyChanged(_, let new): "write the amounts anew, in \(new.code)"
    case .unknownCamper: "\"camper list\" tells who there is"
    case .ambiguousCamper: "write one of these"
    case .camperHasReservations: "campers with reservations, past ones included, are kept"
    case .unknownSite: "\"campsite list\" tells which there are"
    case .siteHasReservations: "move or cancel them first"
    case .siteHasNights(let site, _):
      "\"campsite retire \(site) from DATE\" lets it no more; delete it when they are gone"
    case .siteLetOtherwise: "move or cancel them first, or wait until they are over"
    case .siteTaken(_, let stays) where stays.contains(where: \.isFloating):
      "\"assign \(stays.first(where: \.isFloating)?.code ?? "CODE") SITE\" puts it on another site of "
        + "its class, \"available\" lists what is free"
    case .siteTaken: "\"available\" lists what is free"
    case .siteRetired(let site, _):
      "choose another one, or \"campsite restore \(site)\" lets it again"
    case .siteNotClosed: "\"block list\" tells what is closed, and when"
    case .partyTooLarge, .siteUnfit: "\"available\" lists what fits"
    case .stayRuleBroken(_, let broken):
      broken.contains { $0.kind == nil }
        ? "\"override\" takes it all the same and keeps a record of it" : nil
    case .nothingIncluded: "\"included 0\" is for all of them"
    case .datesInReverse: "name the earlier date first"
    default: repairOfStay
    }
  }

  /// How to mend what is about a reservation that is there.
  private var repairOfStay: String? {
    switch self {
    case .unknownReservation: "\"reservation list\" tells the codes"
    case .illegalTransition(let code, ReservationStatus.checkedOut.rawValue, _, _):
      "\"checkout \(code) undo\" takes a check-out of today back"
    case .illegalTransition(let code, let from, _, let allowed):
      Self.commands(allowed.compactMap { Self.command(to: $0, from: from) }, about: code)
    case .illegalStart:
      "it begins as "
        + ReservationStatus.allCases.filter(ReservationStatus.starts.contains).map(\.rawValue)
        .joined(separator: ", ")
    case .holdExpired: "book it anew where its nights are still free"
    case .holdLasts: "name more minutes; they are counted from now"
    case .beforeArrival(let code, _, _):
      "\"checkin \(code) early\" moves the arrival to today, \"cancel \(code)\" calls it off"
    case .beforeCheckIn(let code, _, _): "\"cancel \(code)\" calls it off before"
    case .expectedOutside(let code, _, _):
      "\"reservation dates \(code)\" gives the stay other dates first"
    case .nightsStayed(_, _, let end): "only what is from \(end) on changes"
    case .stayIsOver(let code, ReservationStatus.checkedOut.rawValue):
      "\"checkout \(code) undo\" takes a check-out of today back, or book another stay"
    case .stayIsOver(let code, let status):
      [ReservationStatus.canceled.rawValue, ReservationStatus.noShow.rawValue].contains(status)
        ? "\"reinstate \(code)\" makes it valid again" : "book another stay"
    case .tooEarly(let code, _, let today, _):
      "\"reservation dates \(code) from \(today) nights N\" gives the stay other dates"
    case .sameReservation: "name two reservations"
    case .sameSite: "name another site"
    case .elsewhere(let noun, _, _, _, let home): "\"use\" goes to \(home); name a \(noun) there"
    case .noNightLeft(let code, _):
      "\"reservation extend \(code)\" adds nights first, \"checkout \(code)\" ends it"
    case .nothingToSwap: "\"reservation move\" puts one of them elsewhere"
    case .notAsShown: "run the command again to see what it comes to now"
    case .gone: "look at what is there now"
    case .changedMeanwhile: "save again saves it as it is now"
    case .deletedHere: "\"undo\" takes your commands back one by one, up to the one that deleted it"
    default: nil
    }
  }

  /// A name as it is typed.
  private static func typed(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber } ? name : "\"\(name)\""
  }

  private static func commands(_ commands: [String], about code: String) -> String? {
    commands.isEmpty ? nil : "there is " + commands.map { "\($0) \(code)" }.joined(separator: ", ")
  }

  /// The command that brings a reservation from one state to another.
  private static func command(to status: ReservationStatus, from: String) -> String? {
    switch status {
    case .reserved:
      [ReservationStatus.canceled.rawValue, ReservationStatus.noShow.rawValue].contains(from)
        ? "reinstate" : "accept"
    case .checkedIn: "checkin"
    case .checkedOut: "checkout"
    case .canceled: "cancel"
    case .noShow: "noshow"
    case .declined: "decline"
    case .expired: "expire"
    case .draft, .hold, .requested: nil
    }
  }
}
