import Foundation

extension CancellationTerms {
  /// Why a stay ends before its time.
  enum Occasion {
    case canceled, noShow, leftEarly
  }
}

extension CancellationTerms.Step {
  /// What is kept, in words: `the first night and a fee of $10.00`; nil for nothing.
  ///
  /// - Parameter isByDay: whether it is about a site that is let by the day.
  func words(in currency: Currency, byDay isByDay: Bool) -> String? {
    let unit = isByDay ? "day" : "night"
    let kept: String? =
      switch keeps {
      case .nothing, .nights(0): nil
      case .nights(1): "the first \(unit)"
      case .nights(let count): "the first \(count) \(unit)s"
      case .percent(100): "the price of all \(unit)s"
      case .percent(let percent): "\(percent)% of the price of the \(unit)s"
      }
    let fee = feeMinor == 0 ? nil : "a fee of \(Money(minorUnits: feeMinor, currency))"
    let parts = [kept, fee].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}

extension CancellationOutcome {
  /// Under which terms money is kept: `Standard, 2 to 6 days before: keeps the first night`.
  ///
  /// - Parameters:
  ///   - policy: the one that was agreed.
  ///   - isByDay: whether the stay was on a site that is let by the day.
  /// - Returns: nil without a policy where nothing is kept.
  func words(
    under policy: CancellationPolicy?, _ occasion: CancellationTerms.Occasion, byDay isByDay: Bool
  ) -> String? {
    let rest = notRefundable(occasion)
    guard let policy else {
      return rest.map { "no cancellation policy: keeps \($0)" }
    }
    if isWithinGrace {
      return "\(policy.name), within \(policy.graceMinutes) minutes of booking: keeps nothing"
    }
    let kept = [step?.words(in: currency, byDay: isByDay), rest].compactMap { $0 }
    return "\(policy.name), \(Self.words(for: occasion, step?.days, byDay: isByDay)): keeps "
      + (kept.isEmpty ? "nothing" : kept.joined(separator: " and "))
  }

  private static func words(
    for occasion: CancellationTerms.Occasion, _ days: NoticeDays?, byDay isByDay: Bool
  ) -> String {
    let notice = days.map { "\($0) before" } ?? "no step"
    return switch occasion {
    case .canceled: notice
    case .noShow: "no-show, as \(notice)"
    case .leftEarly: "the \(isByDay ? "days" : "nights") given up as \(notice)"
    }
  }

  /// What is kept because it is not refundable, in words; nil for nothing. Of a guest who leaves
  /// early it says nothing: what was had is not told from it.
  private func notRefundable(_ occasion: CancellationTerms.Occasion) -> String? {
    guard occasion != .leftEarly else { return nil }
    let lines = keptLines.lazy.filter { !$0.isRefundable && $0.kind != .penalty }
    // The sum of all lines fits, and these have one sign.
    let sum = lines.reduce(Int64(0)) { $0 &+ $1.amountMinor }
    return sum == 0 ? nil : "\(Money(minorUnits: sum, currency)) that is not refundable"
  }
}
