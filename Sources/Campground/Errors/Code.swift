extension CampgroundError {
  /// What programs distinguish errors by; where a call is said to throw
  /// `CampgroundError.siteTaken`, it is an error with the code `siteTaken`.
  public enum Code: String, Sendable, CaseIterable {
    /// What was given is not what it has to be.
    case emptyName, notOneLine, textTooLong, invalidNumber, outOfRange, invalidAmount, negativeRate,
      negativeAmount, invalidPercentage, notOneAmount, nothingIncluded, weekdaysOfLongRate,
      invalidSteps, invalidDates, stayTooLong, datesInReverse, ruleNeedsValue, ruleTakesNoValue,
      ruleNeedsDays, notAPicture, pictureTooLarge

    /// A name leads to nothing, to several things, or to something that it cannot be given to.
    case unknown, ambiguous, nameTaken, noSiteNumberLeft, inUse, elsewhere

    /// Something was written in the currency, or by the rule, that was to change.
    case currencyInUse, currencyChanged, pricesAgreed

    /// Somebody else changed or deleted something, or unsaved work did.
    case notAsShown, changedMeanwhile, gone, deletedHere

    /// A campsite is not to be had, or does not stay what it is.
    case siteTaken, siteRetired, siteNotClosed, siteUnfit, partyTooLarge, stayRuleBroken,
      siteHasReservations, siteHasNights, siteLetOtherwise

    /// The reservation's state, its dates or the guest do not allow the change.
    case illegalTransition, illegalStart, holdExpired, holdLasts, beforeArrival, afterDeparture,
      beforeCheckIn, tooEarly, expectedOutside, stillOnSite, nightsStayed, stayIsOver, noNightLeft

    /// A stay cannot have that campsite, or change it so.
    case sameReservation, sameSite, nothingToSwap, changeOutside, changesOutOfOrder, onSeveralSites,
      changesInSeries

    /// A class of campsites has no room, or does not have or do that.
    case noSites, nothingFits, nothingFree, crowded, noArrangement, gaveUp, withSiteChanges,
      notByClass, noSiteYet, hasArrived, isHeld, isLocked, notLocked, otherClass, floatsOnSite,
      letOtherwise, hasPolicy, policyOfClass

    /// A check-in or a check-out cannot be undone.
    case nothingToUndo, notUndone, notDone, otherDay, unknownBefore, chargedSince,
      withoutNight, linesTakenBack

    /// A group or a series does not have what is needed.
    case nothingToBook, siteTwice, inGroup, inNoGroup, hasLines, nothingToCancel, nobodyToShare,
      nobodyToCheckIn, nobodyToCheckOut, nobodyToTakeBack, overlapping, inNoSeries

    /// Nobody has to wait, or can, or nothing is offered.
    case datesPast, waitsAlready, noSuchSite, sitesFree, classFree, noOffer, waitsNoMore, noWish,
      wishedAlready, onlyWish

    /// A day is closed or has not come.
    case dayClosed, dayToCome, dayOutOfOrder, dayClosedAlready, dayHasUnpostedNights

    /// An amount or a line of a bill does not allow it.
    case amountNotPositive, reasonMissing, refundExceedsPaid, noCredit, allowanceExceedsBill,
      lineReversed, lineIsReversal, lineFollows, lineGivenBack, lineOfVoucher, lineOfSale,
      discountAfterPosting, priceAfterPosting, nothingDue

    /// A voucher is not good for it.
    case voucherExpired, voucherOfAnother, voucherUsedUp, voucherTooSmall,
      voucherExpiresBeforeToday, voucherNeedsCode

    /// A meter does not show that, or it is not known who pays.
    case meterWentBack, readingBelowZero, readingTooEarly, meterSpansStays, notAtMeter

    /// Something is not sold, or not so.
    case quantityNotPositive, outOfStock, itemInactive, employeeInactive, amountMissing,
      stayNotOpen,
      saleTakenBack, saleIsReversal, saleByVoucher
  }
}
