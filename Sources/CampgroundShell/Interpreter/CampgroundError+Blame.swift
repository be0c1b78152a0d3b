import Campground

extension CampgroundError {
  /// What is to blame for the error: it stands at the first of these that a command was given.
  var blamed: [Blame] {
    switch self {
    case .emptyName, .notOneLine, .textTooLong: [.name]
    case .unknownCampground(let name, _), .campgroundNameTaken(let name), .unknownCamper(let name),
      .ambiguousCamper(let name, _), .camperHasReservations(let name, _), .unknownSite(let name),
      .ambiguousSite(let name, _), .siteNameTaken(let name), .siteHasReservations(let name, _),
      .siteHasNights(let name, _),
      .nameTaken(_, let name), .unknownName(_, let name, _), .inUse(_, let name, _, _):
      [.word(name)]
    case .siteLetOtherwise(let name, _, _): [.parameter("type"), .word(name)]
    case .siteNumberTaken(let number), .invalidSiteNumber(let number): [.word("\(number)")]
    case .outOfRange(_, let value, _): [.number(value)]
    case .stayTooLong(let value, _): [.number(value), .months]
    case .negativeRate(let amount), .negativeAmount(_, let amount),
      .invalidPercentage(_, let amount, _), .invalidAmount(.tooPrecise(let amount, _)),
      .invalidAmount(.tooLarge(let amount, _)):
      [.amount(amount)]
    case .invalidAmount(.overflow): [.anyAmount]
    case .weekdaysOfLongRate: [.weekdays]
    case .nothingIncluded: [.included]
    case .invalidSteps: [.steps]
    case .siteTaken(let site, _): [.word(site)] + Self.stay
    case .siteRetired(let site, _): [.word(site)] + Self.stay
    case .siteNotClosed(let site, let day): [.date(day), .word(site)]
    case .partyTooLarge(let site, let party, _): [.number(party), .word(site), .code]
    case .siteUnfit(let site, let unmet): unmet.compactMap(\.blamed) + [.word(site), .code]
    case .stayRuleBroken(let place, let broken): broken.flatMap(\.blamed) + [.word(place), .code]
    case .ruleNeedsValue, .ruleNeedsDays: [.kind]
    case .ruleTakesNoValue: [.number]
    case .datesInReverse(_, let through): [.date(through)]
    case .ledger(let rule): rule.blamed
    case .group(let rule): rule.blamed
    case .waitlist(let rule): rule.blamed
    case .series(let rule): rule.blamed
    case .split(let rule): rule.blamed
    case .siteClass(let rule): rule.blamed
    case .takingBack(let rule): rule.blamed
    case .sale(let rule): rule.blamed
    case .notAPicture, .pictureTooLarge: [.picture]
    case .unknownReservation(let code), .illegalTransition(let code, _, _, _),
      .holdExpired(let code, _), .beforeArrival(let code, _, _), .afterDeparture(let code, _, _),
      .stayIsOver(let code, _), .beforeCheckIn(let code, _, _), .tooEarly(let code, _, _, _):
      [.word(code), .code]
    case .holdLasts: [.minutes, .code]
    case .stillOnSite(_, let site): [.word(site), .code]
    case .expectedOutside: [.on, .code]
    case .nightsStayed: [.changeDay, .nights, .months, .to, .from, .code]
    case .sameReservation, .nothingToSwap: [.otherCode]
    case .sameSite(let code, let site): [.word(site), .word(code)]
    case .elsewhere(_, let name, _, _, _): [.word(name), .code]
    case .noNightLeft(let code, _): [.word(code), .code]
    // What was written is right, or nothing of it can be told from the rest.
    case .pricesAgreed: [.taxIncluded]
    case .currencyInUse, .currencyChanged, .noSiteNumberLeft, .invalidAmount,
      .notOneAmount,
      .invalidDates, .illegalStart, .notAsShown, .gone, .changedMeanwhile, .deletedHere:
      []
    }
  }

  /// What asks for the nights of a stay.
  private static let stay = [Blame.nights, .months, .to, .from, .code]
}

extension LedgerRule {
  fileprivate var blamed: [Blame] {
    switch self {
    case .amountNotPositive(let money): [.amount(money.amount)]
    case .refundExceedsPaid, .voucherTooSmall, .allowanceExceedsBill: [.money]
    case .noCredit: [.money, .code]
    case .unknownLine, .lineReversed, .lineIsReversal, .lineOfVoucher, .lineOfSale, .lineGivenBack,
      .lineFollows:
      [.line]
    case .dayClosed, .dayToCome, .readingTooEarly, .dayOutOfOrder, .dayClosedAlready,
      .dayHasUnpostedNights:
      [.on, .day]
    case .unknownVoucher, .voucherExpired, .voucherOfAnother, .voucherUsedUp:
      [.voucher, .reference]
    case .voucherExpiresBeforeToday: [.until]
    case .discountAfterPosting: [.discount, .code]
    case .priceAfterPosting: [.price, .code]
    case .nothingDue: [.code]
    case .meterWentBack, .readingBelowZero, .meterSpansStays: [.reading]
    case .notAtMeter(let code, _, _, _): [.word(code)]
    case .voucherNeedsCode: [.method]
    case .reasonMissing: []
    }
  }
}

extension GroupRule {
  fileprivate var blamed: [Blame] {
    switch self {
    case .unknown(let name, _), .nameTaken(let name), .nothingToCancel(let name),
      .nobodyToShare(let name), .nobodyToCheckIn(let name), .nobodyToCheckOut(let name):
      [.word(name)]
    case .siteTwice(let site): [.word(site)]
    case .inGroup(let code, _), .inNoGroup(let code), .hasLines(let code, _),
      .elsewhere(let code, _):
      [.word(code)]
    case .nothingToBook: []
    }
  }
}

extension WaitlistRule {
  fileprivate var blamed: [Blame] {
    switch self {
    case .unknown(let code), .noOffer(let code, _), .isOver(let code, _): [.word(code)]
    case .datesPast: [.from]
    case .waitsAlready(let camper, let code): [.word(camper), .word(code), .from]
    case .noWish(let code, let number, _), .onlyWish(let code, let number):
      [.number(number), .word(code)]
    case .wishedAlready(let code, _): [.from, .word(code)]
    case .noSuchSite, .sitesFree, .classFree: []
    }
  }
}

extension SeriesRule {
  fileprivate var blamed: [Blame] {
    switch self {
    case .overlapping: [.every]
    case .nothingFree(_, let name): [.word(name)]
    case .inNoSeries(let code), .nothingToCancel(let code): [.word(code)]
    }
  }
}

extension SplitRule {
  fileprivate var blamed: [Blame] {
    switch self {
    case .outside(_, let date, _), .outOfOrder(let date): [.date(date)]
    case .sameSite(let site, _), .elsewhere(let site): [.word(site), .code]
    case .onSeveralSites(let code): [.word(code), .code]
    case .inSeries: [.every]
    }
  }
}

extension SiteClassRule {
  fileprivate var blamed: [Blame] {
    switch self {
    case .noSites(let name): [.word(name), .code]
    case .nothingFits(let name, _): [.word(name), .code]
    case .nothingFree(let name, _, _), .crowded(let name, _), .noArrangement(let name, _),
      .gaveUp(let name, _):
      [.word(name), .nights, .to, .from, .code]
    case .withSiteChanges: [.parameter("then"), .code]
    case .notByClass(let code), .noSiteYet(let code, _), .hasArrived(let code, _),
      .isLocked(let code, _), .isHeld(let code, _), .notLocked(let code):
      [.word(code), .code]
    case .otherClass(_, _, let site): [.word(site), .code]
    case .floatsOnSite(_, let name, _), .letOtherwise(_, let name, _):
      [.word(name), .parameter("class")]
    case .hasPolicy(let name, _): [.word(name)]
    case .policyOfClass(let name, let policy):
      [.parameter("default"), .word(name), .word(policy)]
    }
  }
}

extension TakingBackRule {
  fileprivate var blamed: [Blame] {
    switch self {
    case .nobody(let group, _): [.word(group)]
    case .notDone(let code, _, _), .otherDay(let code, _, _, _), .unknown(let code, _),
      .charged(let code, _), .withoutNight(let code, _, _), .linesTakenBack(let code, _):
      [.word(code), .code]
    }
  }
}

extension SaleRule {
  fileprivate var blamed: [Blame] {
    switch self {
    case .unknown(let code), .takenBack(let code, _), .isReversal(let code, _),
      .stayNotOpen(let code, _):
      [.word(code)]
    case .quantityNotPositive: [.quantity]
    case .outOfStock: [.quantity, .item]
    case .itemInactive, .amountMissing: [.item]
    case .employeeInactive: [.seller]
    case .noVoucher: [.method]
    }
  }
}

extension StayRuleViolation {
  fileprivate var blamed: [Blame] {
    switch kind {
    case .minimumPerNight, .minimumInSeason, .maximumNights: [.nights, .months, .to]
    case .closedToDeparture: [.to, .nights, .months]
    case .closedToArrival, .gap, .bookingWindow, .advanceDays, nil: [.from]
    }
  }
}

extension UnmetNeed {
  fileprivate var blamed: Blame? {
    switch self {
    case .length(let needed, _), .people(let needed, _), .vehicles(let needed, _),
      .amperes(let needed, _):
      .number(needed)
    case .type, .electricity, .siteClass, .loop, .water, .sewer, .pets, .access, .shade, .tentPad,
      .detail:
      nil
    }
  }
}
