import Foundation

/// The cancellation notes of a confirmation.
extension FolioService {
  /// What is kept of stays when they are canceled, for each agreed policy and without one.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  func notes(aboutTermsOf stays: [Reservation]) throws -> [String] {
    let book = StayBook(scope, in: managedObjectContext)
    // Stays with the same terms.
    var agreed: [(policy: String?, terms: CancellationTerms?, stays: [Reservation])] = []
    for stay in stays {
      let terms = try book.facts(of: stay).terms
      if let index = agreed.firstIndex(where: { $0.policy == stay.policy && $0.terms == terms }) {
        agreed[index].stays.append(stay)
      } else {
        agreed.append((stay.policy, terms, [stay]))
      }
    }
    let notes = try agreed.flatMap { agreed -> [String] in
      guard let policy = agreed.policy, let terms = agreed.terms else { return [] }
      return Self.notes(
        about: policy, terms, byDay: agreed.stays.allSatisfy(\.isByDay),
        keeping: try wordsForNotRefundable(of: agreed.stays, in: book))
    }
    let others = agreed.filter { $0.terms == nil }.flatMap(\.stays)
    guard let rest = try wordsForNotRefundable(of: others, in: book) else { return notes }
    let codes =
      others.count == stays.count ? "" : " " + others.map(\.code).joined(separator: ", ")
    return notes + ["If you cancel\(codes), we keep these nonrefundable charges: \(rest)."]
  }

  /// A cancellation policy in words, and what is kept besides at any length of notice.
  private static func notes(
    about policy: String, _ terms: CancellationTerms, byDay isByDay: Bool, keeping rest: String?
  ) -> [String] {
    let steps = terms.steps.map { step in
      let kept = step.words(in: terms.currency, byDay: isByDay)
      let isLastDay = step.days.from == 0 && step.days.through == 0
      let when = isLastDay ? "on the day of arrival" : "\(step.days) before arrival"
      guard let kept else {
        return "\(when), we " + (rest == nil ? "refund everything" : "keep nothing else")
      }
      return "\(when), we keep \(kept)"
    }
    var notes = ["If you cancel (policy \(policy)): " + steps.joined(separator: "; ") + "."]
    if terms.cutOffMinute > 0 {
      notes[0] +=
        " A cancellation at \(TimeOfDay(minute: terms.cutOffMinute)) or later counts as one on the "
        + "next day."
    }
    if let rest {
      notes.append("In every case we also keep these nonrefundable charges: \(rest).")
    }
    if terms.graceMinutes > 0 {
      notes.append(
        "Cancel within \(terms.graceMinutes) minutes of booking for a full refund.")
    }
    if terms.changeFeeMinor > 0 {
      notes.append(
        "A change to dates that share no \(isByDay ? "day" : "night") with the booked ones costs "
          + "\(Money(minorUnits: terms.changeFeeMinor, terms.currency)).")
    }
    return notes
  }

  /// The nonrefundable charges of stays, with their taxes: `Booking $5.00 and Bed tax $0.50`; nil
  /// for none.
  private func wordsForNotRefundable(
    of stays: [Reservation], in book: StayBook
  ) throws -> String? {
    guard let currency = stays.first.map({ $0.campground?.currency ?? .usd }) else { return nil }
    let kept = try stays.flatMap { stay -> [Bill.Line] in
      var facts = try book.facts(of: stay)
      facts.reserve(
        at: facts.reservedAt ?? book.now, revision: book.revision(at: stay.campground), under: nil)
      (facts.allowances, facts.charges) = ([], [])
      try facts.changed(
        to: [], because: .canceled, at: book.moment(of: stay), by: book.card(of: stay))
      return try Bill.priced(facts, by: book.card(of: stay)).lines
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
