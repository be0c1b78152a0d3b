import Campground

extension CampgroundError: Refused {
  enum Kind: CaseIterable {
    case emptyName, notOneLine, textTooLong, unknownCampground, campgroundNameTaken, currencyInUse,
      pricesAgreed,
      currencyChanged, unknownCamper, ambiguousCamper, camperHasReservations,
      unknownSite, ambiguousSite,
      siteNameTaken, siteNumberTaken, invalidSiteNumber, noSiteNumberLeft, siteHasReservations,
      siteHasNights, siteLetOtherwise,
      outOfRange, invalidAmount, negativeRate, nameTaken, unknownName, negativeAmount,
      invalidPercentage, notOneAmount, nothingIncluded, weekdaysOfLongRate,
      inUse, invalidSteps,
      invalidDates, stayTooLong, siteTaken, siteRetired, siteNotClosed, partyTooLarge,
      stayRuleBroken, ruleNeedsValue, ruleTakesNoValue, ruleNeedsDays, datesInReverse, siteUnfit,
      ledger, group, waitlist, series, split, siteClass, takingBack, sale, notAPicture,
      pictureTooLarge, unknownReservation, illegalTransition,
      illegalStart,
      holdExpired, holdLasts, beforeArrival, afterDeparture, expectedOutside, stillOnSite,
      nightsStayed, stayIsOver,
      beforeCheckIn, tooEarly, sameReservation, sameSite, elsewhere, noNightLeft, nothingToSwap,
      notAsShown,
      gone, changedMeanwhile, deletedHere
  }

  var kind: Kind {
    switch self {
    case .emptyName: .emptyName
    case .notOneLine: .notOneLine
    case .textTooLong: .textTooLong
    case .unknownCampground: .unknownCampground
    case .campgroundNameTaken: .campgroundNameTaken
    case .currencyInUse: .currencyInUse
    case .pricesAgreed: .pricesAgreed
    case .currencyChanged: .currencyChanged
    case .unknownCamper: .unknownCamper
    case .ambiguousCamper: .ambiguousCamper
    case .camperHasReservations: .camperHasReservations
    case .unknownSite: .unknownSite
    case .ambiguousSite: .ambiguousSite
    case .siteNameTaken: .siteNameTaken
    case .siteNumberTaken: .siteNumberTaken
    case .invalidSiteNumber: .invalidSiteNumber
    case .noSiteNumberLeft: .noSiteNumberLeft
    case .siteHasReservations: .siteHasReservations
    case .siteHasNights: .siteHasNights
    case .siteLetOtherwise: .siteLetOtherwise
    case .outOfRange: .outOfRange
    case .invalidAmount: .invalidAmount
    case .negativeRate: .negativeRate
    case .nameTaken: .nameTaken
    case .unknownName: .unknownName
    case .negativeAmount: .negativeAmount
    case .invalidPercentage: .invalidPercentage
    case .notOneAmount: .notOneAmount
    case .nothingIncluded: .nothingIncluded
    case .weekdaysOfLongRate: .weekdaysOfLongRate
    case .inUse: .inUse
    case .invalidSteps: .invalidSteps
    case .invalidDates: .invalidDates
    case .stayTooLong: .stayTooLong
    case .siteTaken: .siteTaken
    case .siteRetired: .siteRetired
    case .siteNotClosed: .siteNotClosed
    case .partyTooLarge: .partyTooLarge
    case .stayRuleBroken: .stayRuleBroken
    case .ruleNeedsValue: .ruleNeedsValue
    case .ruleTakesNoValue: .ruleTakesNoValue
    case .ruleNeedsDays: .ruleNeedsDays
    case .datesInReverse: .datesInReverse
    case .siteUnfit: .siteUnfit
    case .ledger: .ledger
    case .group: .group
    case .waitlist: .waitlist
    case .series: .series
    case .split: .split
    case .siteClass: .siteClass
    case .takingBack: .takingBack
    case .sale: .sale
    case .notAPicture: .notAPicture
    case .pictureTooLarge: .pictureTooLarge
    case .unknownReservation: .unknownReservation
    case .illegalTransition: .illegalTransition
    case .illegalStart: .illegalStart
    case .holdExpired: .holdExpired
    case .holdLasts: .holdLasts
    case .beforeArrival: .beforeArrival
    case .afterDeparture: .afterDeparture
    case .expectedOutside: .expectedOutside
    case .stillOnSite: .stillOnSite
    case .nightsStayed: .nightsStayed
    case .stayIsOver: .stayIsOver
    case .beforeCheckIn: .beforeCheckIn
    case .tooEarly: .tooEarly
    case .sameReservation: .sameReservation
    case .sameSite: .sameSite
    case .elsewhere: .elsewhere
    case .noNightLeft: .noNightLeft
    case .nothingToSwap: .nothingToSwap
    case .notAsShown: .notAsShown
    case .gone: .gone
    case .changedMeanwhile: .changedMeanwhile
    case .deletedHere: .deletedHere
    }
  }
}
