import Foundation

/// What a confirmation says about canceling.
extension FolioService {
  /// What is kept of stays when they are canceled: by each policy that was agreed, and without one.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums that cannot be shown.
  static func notes(aboutTermsOf stays: [Reservation]) throws -> [String] {
    var policies: [CancellationPolicy] = []
    for case let policy? in stays.map(\.cancellationPolicy)
    where !policies.contains(where: { $0 === policy }) {
      policies.append(policy)
    }
    let notes = try policies.flatMap { policy in
      let stays = stays.filter { $0.cancellationPolicy === policy }
      return Self.notes(
        about: policy, byDay: stays.allSatisfy(\.isByDay),
        keeping: try wordsForNotRefundable(of: stays))
    }
    let others = stays.filter { $0.cancellationPolicy == nil }
    guard let rest = try wordsForNotRefundable(of: others) else { return notes }
    let codes = policies.isEmpty ? "" : " " + others.map(\.code).joined(separator: ", ")
    return notes + ["If you cancel\(codes), we keep what is not refundable: \(rest)."]
  }

  /// A cancellation policy in words, and what is kept besides however early somebody cancels.
  private static func notes(
    about policy: CancellationPolicy, byDay isByDay: Bool, keeping rest: String?
  ) -> [String] {
    let terms = CancellationTerms(policy)
    let steps = terms.steps.map { step in
      let kept = step.words(in: terms.currency, byDay: isByDay)
      return "\(step.days) before arrival we keep "
        + (kept ?? (rest == nil ? "nothing" : "nothing more"))
    }
    var notes = ["If you cancel (policy \(policy.name)): " + steps.joined(separator: "; ") + "."]
    if terms.cutOffMinute > 0 {
      notes[0] += " From \(TimeOfDay(minute: policy.cutOffMinute)) on, a day counts no more."
    }
    if let rest {
      notes.append("What is not refundable we keep in each of these cases, too: \(rest).")
    }
    if terms.graceMinutes > 0 {
      notes.append(
        "Within \(terms.graceMinutes) minutes after booking everything is given back.")
    }
    if terms.changeFeeMinor > 0 {
      notes.append(
        "A change to other dates without a common \(isByDay ? "day" : "night") costs "
          + "\(Money(minorUnits: terms.changeFeeMinor, terms.currency)).")
    }
    return notes
  }

  /// What is kept of stays whatever the notice, with the taxes on it: `Booking $5.00 and Bed tax
  /// $0.50`; nil for nothing.
  private static func wordsForNotRefundable(of stays: [Reservation]) throws -> String? {
    guard let currency = stays.first.map({ $0.campground?.currency ?? .usd }) else {
      return nil
    }
    let kept = try stays.flatMap { stay in
      // With these terms the days of notice do not matter.
      try CancellationTerms.withoutPolicy(currency).outcome(
        canceledAt: stay.arrival.midnightUTC, bookedAt: nil, noticeArrival: stay.arrival, in: .gmt,
        lines: Agreement.lines(of: stay)
      ).keptLines
    }
    var names: [String] = []
    for line in kept where !names.contains(line.text) { names.append(line.text) }
    let parts = try names.compactMap { name -> String? in
      let sum = try Balance.sum(
        kept.lazy.filter { $0.text == name }.map(\.amountMinor), currency)
      return sum == 0 ? nil : "\(name) \(Money(minorUnits: sum, currency))"
    }
    guard let last = parts.last else { return nil }
    let others = parts.dropLast().joined(separator: ", ")
    return others.isEmpty ? last : "\(others) and \(last)"
  }
}
