/// A stay that moves to another campsite of its booked class.
public struct StayMove: Sendable, Hashable {
  /// The reservation's code.
  public let code: String

  /// The name of its former campsite.
  public let from: String

  /// The name of its new campsite.
  public let to: String
}

extension StayMove: CustomStringConvertible {
  /// `R-3 moves from 2 to 5`
  public var description: String { "\(code) moves from \(from) to \(to)" }
}

extension StayBook {
  /// The moves of existing stays by this change, by arrival.
  var moves: [StayMove] {
    movedStays.filter { !$0.stay.isInserted && $0.from != $0.stay.siteName }
      .sorted { ($0.stay.arrival, $0.stay.number) < ($1.stay.arrival, $1.stay.number) }
      .map { StayMove(code: $0.stay.code, from: $0.from, to: $0.stay.siteName ?? "") }
  }
}
