import Campground

/// What a guest is told who stayed longer than agreed.
extension Session {
  /// What was not billed, and which commands bill it.
  static func lines(about overstay: Overstay, of change: StayChange, isDone: Bool) -> [String] {
    let (code, dates) = (change.code, overstay.dates)
    let count = dates.nightCount
    let unit = (change.after.isByDay ? "day" : "night") + (count == 1 ? "" : "s")
    let price = overstay.price.map { "\($0) at today's prices" } ?? Reservation.noPrice
    // Longer stays may be free of a tax, so that the nights cost nothing.
    let amount = overstay.price.flatMap { $0.amount > 0 ? "\($0.amount)" : nil } ?? "AMOUNT"
    let extend = "reservation extend \(code) to \(dates.departure)"
    let remedy =
      !overstay.isFree
      ? "charge \(code) \(amount) \"\(count) \(unit)\""
      : isDone ? "checkout \(code) undo; \(extend); checkout \(code)" : extend
    let time = isDone || !overstay.isFree ? "" : " first"
    return [
      "stayed \(count) \(unit) beyond the departure, \(dates), not billed: \(price)",
      "to bill \(count == 1 ? "it" : "them")\(time): \(remedy)",
    ]
  }
}
