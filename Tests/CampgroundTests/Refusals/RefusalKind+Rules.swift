import Campground

extension LedgerRule: Refused {
  enum Kind: CaseIterable {
    case dayClosed, dayToCome, dayOutOfOrder, dayClosedAlready, dayHasUnpostedNights,
      amountNotPositive, reasonMissing, refundExceedsPaid, noCredit, unknownLine,
      lineReversed, lineIsReversal, lineOfVoucher, lineOfSale, lineGivenBack,
      lineFollows, unknownVoucher, voucherExpired,
      voucherOfAnother,
      voucherUsedUp, voucherTooSmall, voucherExpiresBeforeToday, discountAfterPosting, nothingDue,
      priceAfterPosting, allowanceExceedsBill, meterSpansStays, notAtMeter, voucherNeedsCode,
      meterWentBack, readingBelowZero, readingTooEarly
  }

  var kind: Kind {
    switch self {
    case .dayClosed: .dayClosed
    case .dayToCome: .dayToCome
    case .dayOutOfOrder: .dayOutOfOrder
    case .dayClosedAlready: .dayClosedAlready
    case .dayHasUnpostedNights: .dayHasUnpostedNights
    case .amountNotPositive: .amountNotPositive
    case .reasonMissing: .reasonMissing
    case .refundExceedsPaid: .refundExceedsPaid
    case .noCredit: .noCredit
    case .unknownLine: .unknownLine
    case .lineReversed: .lineReversed
    case .lineIsReversal: .lineIsReversal
    case .lineFollows: .lineFollows
    case .lineOfVoucher: .lineOfVoucher
    case .lineOfSale: .lineOfSale
    case .lineGivenBack: .lineGivenBack
    case .unknownVoucher: .unknownVoucher
    case .voucherExpired: .voucherExpired
    case .voucherOfAnother: .voucherOfAnother
    case .voucherUsedUp: .voucherUsedUp
    case .voucherTooSmall: .voucherTooSmall
    case .voucherExpiresBeforeToday: .voucherExpiresBeforeToday
    case .discountAfterPosting: .discountAfterPosting
    case .priceAfterPosting: .priceAfterPosting
    case .allowanceExceedsBill: .allowanceExceedsBill
    case .meterSpansStays: .meterSpansStays
    case .notAtMeter: .notAtMeter
    case .nothingDue: .nothingDue
    case .voucherNeedsCode: .voucherNeedsCode
    case .meterWentBack: .meterWentBack
    case .readingBelowZero: .readingBelowZero
    case .readingTooEarly: .readingTooEarly
    }
  }
}

extension GroupRule: Refused {
  enum Kind: CaseIterable {
    case unknown, nameTaken, nothingToBook, siteTwice, inGroup, inNoGroup, hasLines, elsewhere,
      nothingToCancel, nobodyToShare, nobodyToCheckIn, nobodyToCheckOut
  }

  var kind: Kind {
    switch self {
    case .unknown: .unknown
    case .nameTaken: .nameTaken
    case .nothingToBook: .nothingToBook
    case .siteTwice: .siteTwice
    case .inGroup: .inGroup
    case .inNoGroup: .inNoGroup
    case .hasLines: .hasLines
    case .elsewhere: .elsewhere
    case .nothingToCancel: .nothingToCancel
    case .nobodyToShare: .nobodyToShare
    case .nobodyToCheckIn: .nobodyToCheckIn
    case .nobodyToCheckOut: .nobodyToCheckOut
    }
  }
}

extension WaitlistRule: Refused {
  enum Kind: CaseIterable {
    case unknown, datesPast, waitsAlready, noSuchSite, sitesFree, classFree, noOffer, isOver
    case noWish, wishedAlready, onlyWish
  }

  var kind: Kind {
    switch self {
    case .unknown: .unknown
    case .datesPast: .datesPast
    case .waitsAlready: .waitsAlready
    case .noSuchSite: .noSuchSite
    case .sitesFree: .sitesFree
    case .classFree: .classFree
    case .noOffer: .noOffer
    case .isOver: .isOver
    case .noWish: .noWish
    case .wishedAlready: .wishedAlready
    case .onlyWish: .onlyWish
    }
  }
}

extension SeriesRule: Refused {
  enum Kind: CaseIterable {
    case overlapping, nothingFree, inNoSeries, nothingToCancel
  }

  var kind: Kind {
    switch self {
    case .overlapping: .overlapping
    case .nothingFree: .nothingFree
    case .inNoSeries: .inNoSeries
    case .nothingToCancel: .nothingToCancel
    }
  }
}

extension SplitRule: Refused {
  enum Kind: CaseIterable {
    case outside, outOfOrder, sameSite, elsewhere, onSeveralSites, inSeries
  }

  var kind: Kind {
    switch self {
    case .outside: .outside
    case .outOfOrder: .outOfOrder
    case .sameSite: .sameSite
    case .elsewhere: .elsewhere
    case .onSeveralSites: .onSeveralSites
    case .inSeries: .inSeries
    }
  }
}

extension SiteClassRule: Refused {
  enum Kind: CaseIterable {
    case noSites, nothingFits, nothingFree, crowded, noArrangement, gaveUp,
      withSiteChanges, notByClass, noSiteYet, hasArrived, isHeld, isLocked, notLocked, otherClass,
      floatsOnSite, letOtherwise, hasPolicy, policyOfClass
  }

  var kind: Kind {
    switch self {
    case .noSites: .noSites
    case .nothingFits: .nothingFits
    case .nothingFree: .nothingFree
    case .crowded: .crowded
    case .noArrangement: .noArrangement
    case .gaveUp: .gaveUp
    case .withSiteChanges: .withSiteChanges
    case .notByClass: .notByClass
    case .noSiteYet: .noSiteYet
    case .hasArrived: .hasArrived
    case .isHeld: .isHeld
    case .isLocked: .isLocked
    case .notLocked: .notLocked
    case .otherClass: .otherClass
    case .floatsOnSite: .floatsOnSite
    case .letOtherwise: .letOtherwise
    case .hasPolicy: .hasPolicy
    case .policyOfClass: .policyOfClass
    }
  }
}

extension TakingBackRule: Refused {
  enum Kind: CaseIterable {
    case notDone, otherDay, unknown, charged, withoutNight, linesTakenBack, nobody
  }

  var kind: Kind {
    switch self {
    case .notDone: .notDone
    case .otherDay: .otherDay
    case .unknown: .unknown
    case .charged: .charged
    case .withoutNight: .withoutNight
    case .linesTakenBack: .linesTakenBack
    case .nobody: .nobody
    }
  }
}

extension CancellationStepsError: Refused {
  enum Kind: CaseIterable {
    case noSteps, backwards, uncovered, coveredTwice, unreadable
  }

  var kind: Kind {
    switch self {
    case .noSteps: .noSteps
    case .backwards: .backwards
    case .uncovered: .uncovered
    case .coveredTwice: .coveredTwice
    case .unreadable: .unreadable
    }
  }
}

extension StayDatesError: Refused {
  enum Kind: CaseIterable {
    case departureNotAfterArrival, noNights, tooManyNights, noMonths, tooManyMonths
  }

  var kind: Kind {
    switch self {
    case .departureNotAfterArrival: .departureNotAfterArrival
    case .noNights: .noNights
    case .tooManyNights: .tooManyNights
    case .noMonths: .noMonths
    case .tooManyMonths: .tooManyMonths
    }
  }
}

extension SaleRule: Refused {
  enum Kind: CaseIterable {
    case unknown, quantityNotPositive, outOfStock, itemInactive, employeeInactive, amountMissing,
      stayNotOpen, takenBack, isReversal, noVoucher
  }

  var kind: Kind {
    switch self {
    case .unknown: .unknown
    case .quantityNotPositive: .quantityNotPositive
    case .outOfStock: .outOfStock
    case .itemInactive: .itemInactive
    case .employeeInactive: .employeeInactive
    case .amountMissing: .amountMissing
    case .stayNotOpen: .stayNotOpen
    case .takenBack: .takenBack
    case .isReversal: .isReversal
    case .noVoucher: .noVoucher
    }
  }
}

extension CalendarDateError: Refused {
  enum Kind: CaseIterable {
    case notADate, impossibleYear, impossibleMonth, impossibleDay
  }

  var kind: Kind {
    switch self {
    case .notADate: .notADate
    case .impossibleYear: .impossibleYear
    case .impossibleMonth: .impossibleMonth
    case .impossibleDay: .impossibleDay
    }
  }
}

extension MoneyError: Refused {
  enum Kind: CaseIterable {
    case notACurrency, notAnAmount, strayComma, otherSign, tooPrecise, tooLarge, overflow,
      differentCurrencies, impossibleSplit
  }

  var kind: Kind {
    switch self {
    case .notACurrency: .notACurrency
    case .notAnAmount: .notAnAmount
    case .strayComma: .strayComma
    case .otherSign: .otherSign
    case .tooPrecise: .tooPrecise
    case .tooLarge: .tooLarge
    case .overflow: .overflow
    case .differentCurrencies: .differentCurrencies
    case .impossibleSplit: .impossibleSplit
    }
  }
}
