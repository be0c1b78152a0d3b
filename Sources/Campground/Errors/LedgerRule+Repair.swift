extension LedgerRule {
  /// How to mend it, as a phrase without a final stop; nil where the rule says it all.
  public var repair: String? {
    switch self {
    case .dayClosed, .dayOutOfOrder, .amountNotPositive, .reasonMissing,
      .refundExceedsPaid, .lineIsReversal,
      .readingBelowZero:
      nil
    case .allowanceExceedsBill:
      "what was charged by hand or sold is taken back by reverse or sale delete"
    case .noCredit:
      "what the guest is not to pay is taken off the bill first, by allowance or reverse"
    case .dayHasUnpostedNights(let day, _): "\"nightly \(day)\" posts it"
    case .dayToCome: "name a day up to today"
    case .dayClosedAlready: "\"day close\" closes the next one"
    case .unknownLine: "\"folio CODE\" lists lines with their numbers"
    case .lineFollows: "take back that line, or edit the reservation"
    case .lineReversed: "write it anew where it was right"
    case .lineGivenBack(_, let by):
      "take back \(Self.words(forLine: by)) first; where that money did go out, charge what is missing"
    case .lineOfVoucher: "take back first what it paid"
    case .lineOfSale(_, let code): "\"sale delete \(code)\" takes all of it back"
    case .unknownVoucher: "\"voucher list open\" lists those of which something is left"
    case .voucherExpired, .voucherUsedUp: "take the money in another way"
    case .voucherOfAnother(_, let camper): "it pays for the stays of \(camper)"
    case .voucherTooSmall: "take the rest in another way"
    case .voucherExpiresBeforeToday(_, let today): "name a day from \(today) on"
    case .discountAfterPosting, .priceAfterPosting:
      "allowance takes an amount off the bill, reservation extend adds nights"
    case .nothingDue: "name the amount that is to be paid ahead"
    case .voucherNeedsCode: "\"pay R-1 20 voucher reference V-CODE\""
    case .meterWentBack: "add replaced where the meter is a new one"
    case .meterSpansStays(_, _, _, let stays): stays.first.map(Self.repair)
    case .notAtMeter: "name somebody who was there"
    case .readingTooEarly(_, let last): "name a day from \(last) on"
    }
  }

  /// How to say who pays, and how to give the reading of the day on which the first one left.
  private static func repair(_ first: MeteredStay) -> String {
    let change = first.until.map { "; a reading of the change comes first, with \"on \($0)\"" }
    return "add \"for \(first.code)\" where it pays for all of it" + (change ?? "")
  }
}
