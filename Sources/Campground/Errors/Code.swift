extension CampgroundError {
  /// The codes by which programs distinguish errors. Where documentation mentions
  /// `CampgroundError.siteTaken`, it means an error with the code `siteTaken`.
  public enum Code: String, Sendable, CaseIterable {
    /// A value is invalid.
    case emptyName, notOneLine, textTooLong, invalidNumber, outOfRange, invalidAmount, negativeRate,
      negativeAmount, invalidPercentage, notOneAmount, nothingIncluded, weekdaysOfLongRate,
      invalidSteps, invalidDates, stayTooLong, datesInReverse, placesApart, ruleNeedsValue,
      ruleTakesNoValue, ruleNeedsDays, notAPicture, pictureTooLarge

    /// A name matches nothing, matches several things, or cannot be used.
    case unknown, ambiguous, nameTaken, nameIsCode, noSiteNumberLeft, inUse, elsewhere

    /// Stored amounts or prices depend on what was to be changed.
    case currencyInUse, currencyChanged, pricesAgreed

    /// Someone else, or unsaved work, changed or deleted something.
    case notAsShown, changedMeanwhile, gone, deletedHere

    /// A campsite is not available, does not fit, or cannot be changed.
    case siteTaken, siteRetired, siteNotClosed, siteUnfit, partyTooLarge, stayRuleBroken,
      siteHasReservations, siteHasNights, siteLetOtherwise

    /// The status, the dates or the guest of the reservation do not allow the change.
    case illegalTransition, illegalStart, holdExpired, holdLasts, beforeArrival, afterDeparture,
      beforeCheckIn, tooEarly, expectedOutside, stillOnSite, nightsStayed, stayIsOver, noNightLeft

    /// A stay cannot have that campsite, or change campsites in that way.
    case sameReservation, sameSite, nothingToSwap, changeOutside, changesOutOfOrder, onSeveralSites,
      changesInSeries

    /// A class of campsites has no room, or does not allow the change.
    case noSites, nothingFits, nothingFree, crowded, noArrangement, gaveUp, withSiteChanges,
      notByClass, noSiteYet, hasArrived, isHeld, isLocked, notLocked, otherClass, floatsOnSite,
      letOtherwise, hasPolicy, policyOfClass

    /// A command cannot be undone.
    case notUndone, notDone

    /// A group or a series does not allow the change.
    case nothingToBook, siteTwice, inGroup, inNoGroup, hasLines, nothingToCancel, nobodyToShare,
      nobodyToCheckIn, nobodyToCheckOut, nobodyToUndo, overlapping, inNoSeries

    /// A waitlist entry is not needed or not possible, or has no offer.
    case datesPast, waitsAlready, noSuchSite, sitesFree, classFree, noOffer, waitsNoMore, noWish,
      wishedAlready, onlyWish

    /// A day is closed or still to come.
    case dayClosed, dayToCome, dayOutOfOrder, dayBeforeFirst, dayClosedAlready, dayNotClosed,
      dayHasUnpostedNights

    /// An amount or a line of a bill does not allow the change.
    case amountNotPositive, reasonMissing, refundExceedsPaid, refundNotAsPaid, noCredit,
      allowanceExceedsBill,
      lineReversed, lineIsReversal, lineFollows, lineGivenBack, lineOfVoucher, lineOfSale,
      discountAfterPosting, priceAfterPosting, nothingToPrice, nightsWithoutPrice, nothingDue,
      keepsTooMuch, nothingToKeep, noDeposit

    /// A voucher cannot be used for it.
    case voucherExpired, voucherOfAnother, voucherUsedUp, voucherTooSmall,
      voucherExpiresBeforeToday, voucherNeedsCode

    /// A meter reading is not possible, or it is unclear who pays for it.
    case meterWentBack, readingBelowZero, readingTooEarly, meterSpansStays, notAtMeter

    /// An item cannot be sold in that way.
    case quantityNotPositive, notAMultiple, outOfStock, itemInactive, employeeInactive,
      amountMissing,
      stayNotOpen,
      saleReversed, saleIsReversal, saleByVoucher
  }
}
