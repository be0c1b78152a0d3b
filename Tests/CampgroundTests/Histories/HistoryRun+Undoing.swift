import Campground
import Foundation
import ObjectGraph
import TestSupport

/// Undoing the last call of a history.
extension HistoryRun {
  var desk: Desk {
    let desk = Desk(on: stack, clock: clock)
    desk.use(campground)
    return desk
  }

  /// What stays are, cost and owe, by code.
  func picture() throws -> [String: String] {
    var picture: [String: String] = [:]
    for code in codes {
      let stay = try reservations.find(code)
      let due = try folios.balance(of: stay).due
      let nights = stay.nights.map { "\($0.night) on \($0.campSite?.name ?? "")" }.sorted()
      picture[code] =
        "\(stay.status) \(stay.arrival) to \(stay.departure), \(stay.party), \(stay.totalMinor), "
        + "due \(due), \(nights), given up \(stay.givenUp.map(\.amountMinor).sorted()), "
        + "waived \(stay.waivers.count), held \(stay.heldNights)"
    }
    return picture
  }

  /// Undoes the commands of a call, if they may be undone, and looks whether everything is as before it. A
  /// stay that it booked is canceled, costs nothing and owes nothing.
  mutating func undo(
    _ kind: String, after former: Int64?, to before: [String: String]
  ) throws {
    let desk = desk
    var undone: [String] = []
    while let last = try desk.lastCommand(), last.number > former ?? 0 {
      do {
        undone += try desk.undoCommand(last.number).done
      } catch let error as CampgroundError
        where error.code == .refused && error.text.contains(" cannot be undone: ")
      {
        return
      }
    }
    guard !undone.isEmpty else { return }
    let after = try picture()
    for (code, text) in before where after[code] != text {
      faults.append(
        "history \(seed), \(today), \(kind) undone, \(undone): \(code) was \(text), and is \(after[code] ?? "gone")"
      )
    }
    for code in codes where before[code] == nil {
      let stay = try reservations.find(code)
      let due = try folios.balance(of: stay).due.amount
      if !stay.isTakenBack || stay.totalMinor != 0 || due != 0 || !stay.nights.isEmpty {
        faults.append("history \(seed), \(kind) undone: \(code) is \(after[code] ?? "gone")")
      }
    }
    codes.removeAll { before[$0] == nil }
    try note("undo", [:])
  }
}
