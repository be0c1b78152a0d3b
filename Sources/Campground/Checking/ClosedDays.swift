import Foundation
import ObjectGraph

/// A closed day has the sums of its lines, days are closed one after the other, and the campground
/// knows the last one.
struct ClosedDays: Invariant {
  let title = "Closed days"

  func violations(in service: CheckService) throws -> [Violation] {
    try service.campgrounds().flatMap { campground in
      let days = try service.managedObjectContext.fetch(
        ClosedDay.self, where: "campground == %@", campground, by: ["day"])
      let charged = try sums(of: "method == nil", at: campground, service)
      let paid = try sums(of: "method != nil", at: campground, service)
      var violations = [order(of: days, at: campground)].compactMap { $0 }
      for (place, day) in days.enumerated() {
        // The first one includes everything before it.
        let first = place == 0 ? nil : day.date
        let charges = charged.sum(from: first, through: day.date)
        let payments = -paid.sum(from: first, through: day.date)
        guard (charges, payments) != (day.chargedMinor, day.paidMinor) else { continue }
        func money(_ minor: Int64) -> Money { Money(minorUnits: minor, campground.currency) }
        violations.append(
          Violation(
            subject: "\(day.date)",
            problem:
              "was closed with \(day.charged) charged and \(day.paid) paid, but its lines are "
              + "\(money(charges)) and \(money(payments))",
            repair: place == days.count - 1
              ? "\"day reopen \(day.date)\" and \"day close \(day.date)\" count it again"
              : "reopen the days after it with \"day reopen\", then close them in order"))
      }
      return violations
    }
  }

  private func order(of days: [ClosedDay], at campground: Campground) -> Violation? {
    let last = campground.lastClosedDay
    if last != days.last?.date {
      return Violation(
        subject: campground.name,
        problem:
          "is closed through \(last.map { "\($0)" } ?? "no day"), but the last closed day is "
          + (days.last.map { "\($0.date)" } ?? "none"),
        repair: Violation.restoring)
    }
    let gap = zip(days, days.dropFirst()).first { $0.date.advanced(by: 1) != $1.date }
    return gap.map { earlier, later in
      Violation(
        subject: campground.name,
        problem: "has no closed day between \(earlier.date) and \(later.date)",
        repair: Violation.restoring)
    }
  }

  private func sums(
    of condition: String, at campground: Campground, _ service: CheckService
  ) throws -> [CalendarDate: Int64] {
    let groups = try service.groups(
      of: "FolioEntry", by: ["day"], adding: ["amountMinor"],
      where: "\(condition) AND folio.campground == %@", [campground])
    return groups.reduce(into: [:]) { sums, group in
      if let day = group.date("day") { sums[day] = group.sum("amountMinor") }
    }
  }
}

extension [CalendarDate: Int64] {
  /// The sum of the days from the first one, or from the beginning, through the last one.
  fileprivate func sum(from first: CalendarDate?, through last: CalendarDate) -> Int64 {
    if first == last { return self[last] ?? 0 }
    return reduce(0) { $1.key <= last && $1.key >= first ?? $1.key ? $0 &+ $1.value : $0 }
  }
}
