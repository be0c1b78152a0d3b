import Foundation
import ObjectGraph

/// Undoing what a command did to stays.
extension Undoing {
  /// What became of a stay whose events were undone.
  static func words(for change: StayChange, _ events: [Event]) -> String {
    let code = change.code
    for event in events {
      switch event.kind {
      case .checkedIn: return "\(code) is reserved again, not checked in"
      case .checkedOut: return "\(code) is checked in again"
      case .canceled, .noShow:
        return "\(code) is reserved again"
          + (change.isNextNoShow ? "; \"late \(code)\" keeps the night audit from ending it" : "")
      default: continue
      }
    }
    let hasOtherGuest = change.before?.guest != change.after.guest
    let payer = hasOtherGuest ? change.after.otherPayer : nil
    let words =
      [hasOtherGuest ? change.after.guest : nil, "\(change.after)"]
      + events.flatMap(Self.further)
    return "\(code) is as it was: \(words.compactMap { $0 }.joined(separator: " · "))"
      + (payer.map { "; the bill stays with \($0)" } ?? "")
  }

  /// What was undone of a stay's guarantee and group, which its site, dates and price do not show.
  private static func further(_ event: Event) -> [String] {
    let zone = event.reservation?.campground?.timeZone ?? .gmt
    func words(_ property: String, _ text: (String) -> String?) -> String? {
      guard let change = event.change(of: property) else { return nil }
      return change.before.flatMap(text).map { "\($0) again" }
        ?? change.after.flatMap(text).map { "no longer \($0)" }
    }
    return [
      words("isGuaranteed") { $0 == "yes" ? "guaranteed" : nil },
      words("expectedAt") { text in
        (try? Date(text, strategy: .iso8601)).map { "expected at \(WallTime($0, in: zone))" }
      },
      words("group") { "in group \($0)" },
    ].compactMap { $0 }
  }

  /// Cancels a stay that the command booked, and keeps nothing, because a typing mistake is no
  /// cancellation; an imported stay is deleted, unless it has lines.
  func cancel(_ stay: Reservation, bookedBy booking: Event) throws -> String {
    let later = stay.events.filter { event in
      restoration.isLater(event, than: booking)
        && (event.kind?.isOfMoney == true
          ? event.linesByHand.contains(where: \.stands)
          : !event.images.isEmpty)
    }.max { $0.number < $1.number }
    if let later { throw restoration.changedSince(booking, by: later) }
    if booking.kind == .imported {
      let code = stay.code
      let isDeleted = try services.reservations.withdraw(stay, reason: Self.reason)
      return isDeleted ? "\(code) is deleted" : "\(code) was canceled; its nights are free"
    }
    _ = try services.reservations.callOff(
      stay.code, keeping: stay.state == .reserved ? 0 : nil, reason: Self.reason)
    let words = "\(stay.code) was canceled; its nights are free"
    // A group that the command booked goes along with its stays.
    let groups = events.flatMap { $0.images.filter { $0.kind == .added } }.map(\.rowName)
    guard let group = stay.group, !groups.contains(RowName(group)), stay.entries.isEmpty else {
      return words
    }
    _ = try services.reservations.leaveGroup(stay.code)
    return "\(words), and it is no longer in group \(group.name)"
  }
}
