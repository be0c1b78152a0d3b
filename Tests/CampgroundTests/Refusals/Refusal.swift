import Campground
import XCTest

/// A public call that is refused, with what its reason has to say.
///
///     Refusal(.ledger(.unknownLine), names: "99", mends: "folio CODE") { desk, refused in
///       refused { try desk.folios.line(99) }
///     }
///
/// The closure makes on a fresh store what the call needs, and hands the call alone to
/// `refused`, which compares the store before and after. To add an error case: give it a kind
/// where the compiler asks for it (`RefusalKind+Business.swift`, `RefusalKind+Rules.swift`) and
/// an entry in the table of its concern. An enum of errors that is new inside of
/// `CampgroundError` gets a case of `RefusalKind`.
@MainActor
struct Refusal {
  /// The case that the call ends with, the innermost where one has another inside.
  let kind: RefusalKind

  /// The values that the reason names.
  let names: [String]

  /// Words of the reason or of its repair that tell how to mend it.
  let mends: String

  let provoke: (TestDesk, RefusalCheck) throws -> Void

  init(
    _ kind: RefusalKind, names: String..., mends: String,
    provoke: @escaping (TestDesk, RefusalCheck) throws -> Void
  ) {
    self.init(kind, names: names, mends: mends, provoke: provoke)
  }

  init(
    _ kind: RefusalKind, names: [String], mends: String,
    provoke: @escaping (TestDesk, RefusalCheck) throws -> Void
  ) {
    self.kind = kind
    self.names = names
    self.mends = mends
    self.provoke = provoke
  }

  /// The whole table.
  static var all: [Refusal] {
    setUp + prices + stays + classes + takingBack + parties + ledger + staff + values
  }
}

/// Makes a refused call and checks how it was refused.
@MainActor
final class RefusalCheck {
  private let refusal: Refusal

  /// The cases of the error, the outermost first.
  private(set) var path: [RefusalKind] = []

  /// How many calls were made.
  private(set) var calls = 0

  init(of refusal: Refusal) {
    self.refusal = refusal
  }

  /// Makes the call, and checks that no store of the test has another row then.
  func callAsFunction<Result>(_ call: () throws -> Result) {
    let before = OpenStores.dumps()
    calls += 1
    do {
      _ = try call()
      XCTFail("\(refusal.kind): the call was not refused")
    } catch {
      let error = (error as? UnsavedCommandError)?.reason ?? error
      path = RefusalKind.path(of: error)
      XCTAssertTrue(path.contains(refusal.kind), "\(refusal.kind): \(error)")
      check("\(error)", Self.repair(of: error))
    }
    for (before, after) in zip(before, OpenStores.dumps()) {
      XCTAssertEqual(after.changes(since: before), [], "\(refusal.kind)")
    }
  }

  private func check(_ reason: String, _ repair: String?) {
    let kind = refusal.kind
    for text in [reason, repair].compactMap({ $0 }) {
      XCTAssertFalse(text.isEmpty, "\(kind)")
      XCTAssertFalse(text.hasSuffix("."), "\(kind): \(text)")
      XCTAssertFalse(text.contains("\n"), "\(kind): \(text)")
    }
    for name in refusal.names {
      XCTAssertTrue(reason.contains(name), "\(kind): no \(name) in \(reason)")
    }
    let told = reason + " – " + (repair ?? "")
    XCTAssertTrue(told.contains(refusal.mends), "\(kind): no \(refusal.mends) in \(told)")
  }

  private static func repair(of error: any Error) -> String? {
    switch error {
    case let error as CampgroundError: error.repair
    case let error as MoneyError: error.repair
    case let error as CancellationStepsError: error.repair
    default: nil
    }
  }
}
