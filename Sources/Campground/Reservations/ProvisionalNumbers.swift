import ObjectGraph

/// What people call by a letter and a number that the store gives: `R-1`, `W-3`.
protocol Numbered: ManagedObject {
  /// The letter.
  static var letter: String { get }

  /// The number of the store; below 0 for one that waits in a scratch pad.
  var number: Int64 { get set }

  /// The letter and the number.
  var code: String { get }
}

extension Reservation: Numbered { static let letter = "R" }
extension WaitlistEntry: Numbered { static let letter = "W" }

/// The numbers of what waits in a scratch pad for one of the store: below 0, rising, so that what
/// was made first is listed first.
struct ProvisionalNumbers {
  private static let base: Int64 = -1_000_000_000

  private var last: Int64

  /// Goes on behind what waits in the contexts.
  init<Kind: Numbered>(of type: Kind.Type, after contexts: ManagedObjectContext...) {
    let waiting = contexts.lazy.flatMap(\.insertedObjects).compactMap { ($0 as? Kind)?.number }
    last = max(Self.base, waiting.filter { $0 < 0 }.max() ?? Self.base)
  }

  /// The next number.
  mutating func next() -> Int64 {
    last += 1
    return last
  }

  /// The code of an object: `R-1`, provisionally `R-new1`, `W-new` where it has no number at all.
  static func code<Kind: Numbered>(of object: Kind) -> String {
    let number = object.number
    if (base + 1..<0).contains(number) { return "\(Kind.letter)-new\(number - base)" }
    return number == 0 && Kind.self != Reservation.self
      ? "\(Kind.letter)-new" : "\(Kind.letter)-\(number)"
  }

  /// The number of a code, `R-1`, `r-1` or `R-new1`, below 0 for a provisional one; nil
  /// for a text that is none.
  static func number<Kind: Numbered>(in code: String, of type: Kind.Type) -> Int64? {
    let code = code.lowercased()
    let prefix = type.letter.lowercased() + "-"
    guard code.hasPrefix(prefix) else { return nil }
    let isProvisional = code.hasPrefix(prefix + "new")
    let digits = code.dropFirst(prefix.count + (isProvisional ? 3 : 0))
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    guard isProvisional else { return Int64(digits) }
    return Int64(digits).flatMap { (1..<(-base)).contains($0) ? base + $0 : nil }
  }
}

extension ServiceScope {
  /// The numbers for new reservations; nil where the store gives them theirs at once.
  func provisionalNumbers() -> ProvisionalNumbers? {
    reach == .store ? nil : ProvisionalNumbers(of: Reservation.self, after: context)
  }

  /// The number for a new object in a scratch pad of the service, behind those that wait in it; nil
  /// where the store gives it one.
  func provisionalNumber<Kind: Numbered>(
    of type: Kind.Type, in scratch: ManagedObjectContext
  ) -> Int64? {
    guard reach != .store else { return nil }
    var numbers = ProvisionalNumbers(of: type, after: context, scratch)
    return numbers.next()
  }
}
