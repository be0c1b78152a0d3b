import Foundation

/// The share of lodging that is kept when a stay is canceled, shortened or left early.
extension StayFacts {
  /// Records lodging that is given up, with the share of it that is kept.
  mutating func giveUp(
    _ amountMinor: Int64, of lodging: LeastLodging, _ occasion: GivenUpLodging.Occasion,
    includesTax: Bool, at moment: Moment, by card: RateCard
  ) throws(MinorUnits.Overflow) {
    var (kept, fee) = (GivenUpLodging.Kept.percent(0), Int64(0))
    // A no-show gives no notice.
    if let step = step(at: moment, withoutNotice: occasion == .noShow) {
      switch step.keeps {
      case .nothing: kept = .percent(0)
      case .percent(let percent): kept = .percent(percent)
      case .nights(let count):
        let asReserved = try lodgingAsReserved(by: card) ?? lodging.present
        let price = try MinorUnits.sum(of: asReserved.netMinor.prefix(max(0, count)))
        kept = .upTo(try MinorUnits.subtracting(keptAsFirstNights(), from: price))
      }
      // The first nights and the fee count once a stay.
      let former = try MinorUnits.sum(of: countingGivenUp.lazy.map(\.feeMinor))
      fee = max(0, try MinorUnits.subtracting(former, from: step.feeMinor))
    }
    givenUp.append(
      GivenUpLodging(
        on: moment.day, occasion, amountMinor, keeping: kept, feeMinor: fee,
        includesTax: includesTax))
  }

  /// The lodging of the stay as it was reserved; nil where that is not known.
  private func lodgingAsReserved(by card: RateCard) throws(MinorUnits.Overflow) -> Lodging? {
    guard let dates = reservedDates else { return nil }
    var known: [CalendarDate: Night] = [:]
    for night in formerNights + nights { known[night.date] = night }
    let row = dates.nights.compactMap { known[$0] }
    guard row.count == dates.nightCount else { return nil }
    return try LodgingPricer(row, by: card).lodging(of: row.indices)
  }

  private var countingGivenUp: [GivenUpLodging] { givenUp.filter { $0.amountMinor > 0 } }

  private func keptAsFirstNights() throws(MinorUnits.Overflow) -> Int64 {
    var sum = Int64(0)
    for given in givenUp {
      if case .upTo = given.kept { sum = try MinorUnits.adding(sum, given.keptMinor()) }
    }
    return sum
  }

  /// Restores lodging that was given up, the latest first, when lodging is added.
  mutating func restore(_ amountMinor: Int64) {
    var rest = amountMinor
    while rest > 0, let last = givenUp.indices.last {
      let taken = min(rest, max(0, givenUp[last].amountMinor))
      givenUp[last].amountMinor -= taken
      rest -= taken
      if givenUp[last].amountMinor <= 0 { givenUp.removeLast() }
    }
    // An agreement about nights without a price ends with the nights' return.
    if givenUp.last?.occasion == .canceledAsAgreed, givenUp.last?.amountMinor == 0 {
      givenUp.removeLast()
    }
  }

  /// The step that applies to nights given up at a moment; nil if nothing is kept.
  public func step(at moment: Moment, withoutNotice: Bool = false) -> CancellationTerms.Step? {
    guard let terms, let reservedAt, let noticeArrival else { return nil }
    guard !withoutNotice else { return terms.step(for: 0) }
    guard !terms.isWithinGrace(moment.instant, since: reservedAt) else { return nil }
    return terms.step(
      for: terms.noticeDays(at: moment.instant, before: noticeArrival, in: moment.timeZone))
  }
}

extension CancellationTerms.Kept {
  /// Whether everything is refunded.
  var isNothing: Bool {
    switch self {
    case .nothing: true
    case .nights(let count): count <= 0
    case .percent(let percent): percent == 0
    }
  }
}
