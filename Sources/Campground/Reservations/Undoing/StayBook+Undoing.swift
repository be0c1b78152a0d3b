import Foundation
import ObjectGraph

/// Undoing the check-in or check-out of the wrong guest, as long as its business day is open.
extension StayBook {
  /// Undoes the check-in or check-out of a stay.
  ///
  /// - Throws: `CampgroundError.refused` in any other status, and where it cannot be undone; as
  ///   `undo(_:)`.
  func undo(_ step: DeskStep, of stay: Reservation) throws -> StayChange {
    let event = try event(ofThe: step, of: stay)
    do {
      let changes = try undo([event])
      guard let change = changes.first else { throw CampgroundError.gone(stay.code) }
      event.undoneBy = stay.events.first { $0.isInserted && !$0.isDeleted }
      return change
    } catch let refusal as UndoRefusal {
      throw refusal.error(about: "the \(step) of \(stay.code)")
    }
  }

  /// The check-in or check-out that is being undone.
  private func event(ofThe step: DeskStep, of stay: Reservation) throws -> Event {
    let code = stay.code
    try refuse(
      unless: stay.state == step.end, about: [.stay(code)],
      "\(code) is not \(step.participle); there is nothing to undo",
      fix: step == .checkIn && stay.state == .checkedOut ? .undoCheckOutFirst(code) : nil)
    let fix: CampgroundError.Fix =
      step == .checkIn
      ? .checkOutToday(code) : .advice("book a new stay for the guest from today")
    guard let kind = step.end.eventKind, let event = stay.event(kind), event.firstEvent != nil,
      let known = stay.campground
    else {
      throw UndoRefusal(
        about: [.stay(code)], why: "what \(code) was before is not known", fix: fix
      ).error(about: "the \(step) of \(code)")
    }
    // Read from the store, so that the save notices if someone closes the day.
    let campground = try Ledger.current(known, in: context)
    if let refusal = UndoRefusal(ofClosedDay: event, at: campground, fix: fix) {
      throw refusal.error(about: "the \(step) of \(code)")
    }
    return event
  }
}
