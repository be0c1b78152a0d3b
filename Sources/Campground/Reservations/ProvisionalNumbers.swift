import ObjectGraph

/// The numbers of reservations that wait in a scratch pad for one of the store: below 0, rising, so
/// that what was reserved first is listed first.
struct ProvisionalNumbers {
  private static let base: Int64 = -1_000_000_000

  private var last: Int64

  /// Goes on behind the reservations that wait in the contexts.
  init(after contexts: ManagedObjectContext...) {
    let waiting = contexts.lazy.flatMap(\.insertedObjects).compactMap {
      ($0 as? Reservation)?.number
    }
    last = max(Self.base, waiting.filter { $0 < 0 }.max() ?? Self.base)
  }

  /// The next number.
  mutating func next() -> Int64 {
    last += 1
    return last
  }

  /// The number of a provisional code's digits; nil for digits that no code has.
  static func number(ofDigits digits: Int64) -> Int64? {
    (1..<(-base)).contains(digits) ? base + digits : nil
  }

  /// The digits in the provisional code of a number; nil for a number that is not provisional.
  static func digits(of number: Int64) -> Int64? {
    (base + 1..<0).contains(number) ? number - base : nil
  }
}

extension ServiceScope {
  /// The numbers for new reservations; nil where the store gives them theirs at once.
  func provisionalNumbers() -> ProvisionalNumbers? {
    reach == .store ? nil : ProvisionalNumbers(after: context)
  }

  /// The number for a new reservation in a scratch pad of the service, behind those that wait in it;
  /// nil where the store gives it one.
  func provisionalNumber(in scratch: ManagedObjectContext) -> Int64? {
    guard reach != .store else { return nil }
    var numbers = ProvisionalNumbers(after: context, scratch)
    return numbers.next()
  }
}
