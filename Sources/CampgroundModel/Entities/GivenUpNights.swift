import Foundation
import ObjectGraph

/// Lodging that a change of the stay gave up, and the share of it that is kept; see
/// `GivenUpLodging`.
public final class GivenUpNights: FactOfStay {
  /// The position among those of the stay, the latest last.
  @Managed("position") public var position: Int32

  /// The business day on which it was given up.
  @Managed("day") public var day: CalendarDate

  /// Why it was given up, as the store keeps it.
  @Managed("occasion") package var occasionWord: String

  /// The lodging given up, after discounts, in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// Whether it was priced with its taxes although prices do not include tax otherwise.
  @Managed("includesTax") public var includesTax: Bool

  /// The percentage that is kept; nil where an amount is kept.
  @Managed("keptPercent") public var keptPercent: Decimal?

  /// The most that is kept, in minor units; nil where a percentage is kept.
  @Managed("keptAtMostMinor") public var keptAtMostMinor: Int64?

  /// The fee for giving it up, in minor units.
  @Managed("feeMinor") public var feeMinor: Int64

  /// Whether the share that is kept is waived.
  @Managed("isWaived") public var isWaived: Bool

  /// Whether the fee is waived.
  @Managed("isFeeWaived") public var isFeeWaived: Bool

  /// The ledger lines that charge what is kept.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// As a value.
  package var value: GivenUpLodging {
    var value = GivenUpLodging(
      on: day, GivenUpLodging.Occasion(rawValue: occasionWord) ?? .changed, amountMinor,
      keeping: keptPercent.map { .percent($0) } ?? .upTo(keptAtMostMinor ?? 0), feeMinor: feeMinor,
      includesTax: includesTax)
    (value.isWaived, value.isFeeWaived) = (isWaived, isFeeWaived)
    return value
  }

  /// Copies a value into the object; writes only what differs.
  package func take(_ given: GivenUpLodging, at place: Int) {
    guard position != Int32(clamping: place) || value != given || occasionWord.isEmpty else {
      return
    }
    position = Int32(clamping: place)
    day = given.day
    occasionWord = given.occasion.rawValue
    amountMinor = given.amountMinor
    feeMinor = given.feeMinor
    includesTax = given.includesTax
    (isWaived, isFeeWaived) = (given.isWaived, given.isFeeWaived)
    switch given.kept {
    case .percent(let percent): (keptPercent, keptAtMostMinor) = (percent, nil)
    case .upTo(let most): (keptPercent, keptAtMostMinor) = (nil, most)
    }
  }
}
