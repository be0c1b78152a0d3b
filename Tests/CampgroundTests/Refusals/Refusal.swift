import Campground
import XCTest

/// A public call that is refused, with what its error has to say.
///
///     Refusal(.unknown, about: .line(99), names: "99", fix: .showLines) { desk, refused in
///       refused { try desk.folios.line(99, of: stay) }
///     }
///
/// The closure makes on a fresh store what the call needs, and hands the call alone to
/// `refused`, which compares the store before and after. A code that is added needs an entry in the
/// table of its concern.
@MainActor
struct Refusal {
  typealias Subject = CampgroundError.Subject
  typealias Fix = CampgroundError.Fix

  /// The code that the call ends with; nil for an error of a value that no service had a part in.
  let code: CampgroundError.Code?

  /// The rule about stays that is broken.
  let rule: StayRuleKind?

  /// What the error is about, first of all; nil for nothing, and for a broken rule or a change.
  let about: () throws -> Subject?

  /// The values that the reason names.
  let names: [String]

  /// Words of the reason, or of advice, that tell how to mend it.
  let mends: String?

  /// What can be done about it.
  let fix: () throws -> Fix?

  let line: UInt

  let provoke: (TestDesk, RefusalCheck) throws -> Void

  init(
    _ code: CampgroundError.Code? = .refused, rule: StayRuleKind? = nil,
    about: @autoclosure @escaping () throws -> Subject? = nil, names: String...,
    mends: String? = nil, fix: @autoclosure @escaping () throws -> Fix? = nil,
    line: UInt = #line, provoke: @escaping (TestDesk, RefusalCheck) throws -> Void
  ) {
    self.init(
      code, rule: rule, about: try about(), names: names, mends: mends, fix: try fix(), line: line,
      provoke: provoke)
  }

  init(
    _ code: CampgroundError.Code? = .refused, rule: StayRuleKind? = nil,
    about: @autoclosure @escaping () throws -> Subject? = nil, names: [String],
    mends: String? = nil, fix: @autoclosure @escaping () throws -> Fix? = nil,
    line: UInt = #line, provoke: @escaping (TestDesk, RefusalCheck) throws -> Void
  ) {
    self.code = code
    self.rule = rule
    self.about = about
    self.names = names
    self.mends = mends
    self.fix = fix
    self.line = line
    self.provoke = provoke
  }

  /// The whole table.
  static var all: [Refusal] {
    setUp + prices + stays + classes + undoing + parties + ledger + staff + values
  }
}

/// Makes a refused call and checks how it was refused.
@MainActor
final class RefusalCheck {
  private let refusal: Refusal

  /// The code of the error.
  private(set) var code: CampgroundError.Code?

  /// The rules about stays that were broken.
  private(set) var rules: [StayRuleKind] = []

  /// How many calls were made.
  private(set) var calls = 0

  init(of refusal: Refusal) {
    self.refusal = refusal
  }

  private var place: String { "\(refusal.code.map { "\($0)" } ?? "value"), line \(refusal.line)" }

  /// Makes the call, and checks that no store of the test has another row then.
  func callAsFunction<Result>(_ call: () throws -> Result) {
    let before = OpenStores.dumps()
    calls += 1
    do {
      _ = try call()
      XCTFail("\(place): the call was not refused")
    } catch {
      let error = (error as? UnsavedCommandError)?.reason ?? error
      check(reason: "\(error)", Self.repair(of: error))
      let broken = error as? CampgroundError
      code = broken?.code
      XCTAssertEqual(code, refusal.code, "\(place): \(error)")
      if let broken { check(broken) }
    }
    for (before, after) in zip(before, OpenStores.dumps()) {
      XCTAssertEqual(after.changes(since: before), [], place)
    }
  }

  private func check(_ error: CampgroundError) {
    rules = error.brokenRules.compactMap(\.kind)
    if let rule = refusal.rule { XCTAssertEqual(rules, [rule], place) }
    if error.brokenRules.isEmpty, error.change == nil {
      XCTAssertEqual(error.about.first, try refusal.about(), place)
    }
    XCTAssertEqual(error.fix, try refusal.fix(), place)
  }

  private func check(reason: String, _ repair: String?) {
    for text in [reason, repair].compactMap({ $0 }) {
      XCTAssertFalse(text.isEmpty, place)
      XCTAssertFalse(text.hasSuffix("."), "\(place): \(text)")
      XCTAssertFalse(text.contains("\n"), "\(place): \(text)")
    }
    for name in refusal.names {
      XCTAssertTrue(reason.contains(name), "\(place): no \(name) in \(reason)")
    }
    guard let mends = refusal.mends else { return }
    let told = reason + " – " + (repair ?? "")
    XCTAssertTrue(told.contains(mends), "\(place): no \(mends) in \(told)")
  }

  /// The words of an error on how to mend it that hold in any program.
  private static func repair(of error: any Error) -> String? {
    switch error {
    case let error as CampgroundError:
      if case .advice(let words)? = error.fix { words } else { nil }
    case let error as MoneyError: error.repair
    case let error as CancellationStepsError: error.repair
    default: nil
    }
  }
}
