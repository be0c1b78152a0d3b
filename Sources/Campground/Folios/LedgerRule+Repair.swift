extension LedgerRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .dayClosed, .dayOutOfOrder, .dayHasUnpostedNights, .amountNotPositive, .amountTooLarge,
      .reasonMissing, .refundExceedsPaid, .noCredit, .lineIsReversal, .readingBelowZero,
      .notInScratchPad:
      nil
    case .dayToCome: "name a day up to today"
    case .dayClosedAlready: "\"day close\" closes the next one"
    case .unknownLine: "\"folio CODE\" lists lines with their numbers"
    case .lineReversed: "write it anew where it was right"
    case .lineOfVoucher: "take back first what it paid"
    case .unknownVoucher: "\"voucher list open\" lists those of which something is left"
    case .voucherExpired, .voucherUsedUp: "take the money in another way"
    case .voucherOfAnother(_, let camper): "it pays for the stays of \(camper)"
    case .voucherTooSmall: "take the rest in another way"
    case .voucherExpiresBeforeToday(_, let today): "name a day from \(today) on"
    case .discountAfterPosting: "\"refund\" gives something back, with a reason"
    case .nothingDue: "name the amount that is to be paid ahead"
    case .voucherNeedsCode: "\"pay R-1 20 voucher reference V-CODE\""
    case .meterWentBack: "add replaced where the meter is a new one"
    case .readingTooEarly(_, let last): "name a day from \(last) on"
    }
  }
}
