import Foundation

extension CancellationTerms.Step {
  /// What is kept, in words: `the first night and a fee of $10.00`; nil for nothing.
  ///
  /// - Parameters:
  ///   - isByDay: whether the site is booked by the day.
  ///   - isOfRest: whether only some nights are given up, of a stay that continues or has begun,
  ///     rather than all.
  func words(
    in currency: Currency, byDay isByDay: Bool, ofRest isOfRest: Bool = false
  ) -> String? {
    let unit = isByDay ? "day" : "night"
    let nights = isOfRest ? "the unused \(unit)s" : "all \(unit)s"
    let kept: String? =
      switch keeps {
      case .nothing, .nights(0): nil
      case .nights(1): "the first \(unit)"
      case .nights(let count): "the first \(count) \(unit)s"
      case .percent(100): "the price of \(nights)"
      case .percent(let percent):
        "\(percent)% of the price of the \(isOfRest ? "unused " : "")\(unit)s"
      }
    let fee = feeMinor == 0 ? nil : "a fee of \(Money(minorUnits: feeMinor, currency))"
    let parts = [kept, fee].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}

extension CancellationTerms? {
  /// The terms under which money is kept: `Standard, 2 to 6 days before: keeps the first night`.
  ///
  /// - Parameters:
  ///   - step: the step that applies; nil within the grace period.
  ///   - reservation: the stay, with the name of the agreed policy.
  ///   - rest: the nonrefundable charges; nil for none.
  /// - Returns: nil without a policy if nothing is kept.
  func words(
    for step: CancellationTerms.Step?, of reservation: Reservation,
    _ occasion: GivenUpLodging.Occasion, keeping rest: String? = nil
  ) -> String? {
    guard let self, let policy = reservation.policy else {
      return rest.map { "no cancellation policy: keeps \($0)" }
    }
    let isByDay = reservation.isByDay
    let isOfRest = occasion == .changed || occasion == .leftEarly
    let keeps = [
      step?.words(in: self.currency, byDay: isByDay, ofRest: isOfRest), rest,
    ].compactMap { $0 }
    let kept = keeps.isEmpty ? "nothing" : keeps.joined(separator: " and ")
    guard let step else {
      return "\(policy), within \(self.graceMinutes) minutes of booking: keeps \(kept)"
    }
    return "\(policy), \(step.days.words(for: occasion)): keeps \(kept)"
  }
}

extension GivenUpLodging {
  /// What was agreed to be kept of a canceled stay, in words: `as agreed: keeps $50.00`; nil where
  /// the terms decided.
  func wordsOfAgreement(in currency: Currency) -> String? {
    guard occasion == .canceledAsAgreed, case .upTo(let kept) = kept else { return nil }
    return "as agreed: keeps " + (kept == 0 ? "nothing" : "\(Money(minorUnits: kept, currency))")
  }
}

extension NoticeDays {
  fileprivate func words(for occasion: GivenUpLodging.Occasion) -> String {
    switch occasion {
    case .canceled, .canceledAsAgreed, .changed: "\(self) before"
    case .noShow: "no-show (as for \(self) before)"
    case .leftEarly: "early departure (as for \(self) before)"
    }
  }
}

extension Bill {
  /// The nonrefundable charges of a canceled stay, in words; nil for none.
  var wordsForNotRefundable: String? {
    let sum = sumMinor(of: .fee)
    return sum == 0 ? nil : "a nonrefundable \(Money(minorUnits: sum, currency))"
  }
}
