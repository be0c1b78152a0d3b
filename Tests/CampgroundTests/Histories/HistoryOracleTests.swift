import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random histories of stays and their money, which Python replays by the rules alone.
///
/// `CAMPGROUND_HISTORY_SEEDS=2000 swift test --filter HistoryOracleTests` runs more of them.
@MainActor
final class HistoryOracleTests: XCTestCase {
  func testPythonAgreesWithEveryLineOfRandomHistories() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CAMPGROUND_HISTORY_SEEDS"].flatMap { UInt64($0) } ?? 100
    let folder = try temporaryFolder()
    let file = folder.appendingPathComponent("Campground.sqlite")
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: file))
    var scripts: [[String: Any]] = []
    for seed in 1...max(1, count) {
      var run = try HistoryRun(seed: seed, stack)
      for _ in 0..<40 { try run.step() }
      scripts.append(run.script)
    }
    try stack.close()
    let calls = folder.appendingPathComponent("calls.json")
    try JSONSerialization.data(withJSONObject: scripts).write(to: calls)
    if let copy = environment["CAMPGROUND_HISTORY_COPY"] {
      let target = URL(fileURLWithPath: copy)
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.copyItem(at: folder, to: target)
    }
    let oracle: HistoryOracle = try Python.answer(of: HistoryOracle.script, about: [calls, file])
    XCTAssertEqual(oracle.faults, [])
    XCTAssertEqual(oracle.histories, scripts.count)
    // Every kind of call was made, and not once only.
    let rare = HistoryRun.kinds.filter { oracle.calls[$0, default: 0] < 5 }
    XCTAssertEqual(count < 100 ? [] : rare, [])
    // Here and there nobody knew who of several had used the power.
    XCTAssertGreaterThan(count < 100 ? 1 : oracle.calls["meterrefused", default: 0], 0)
    let decisive = oracle.conditions.filter { $0.value > 50 }.keys.sorted()
    let conditions = ["from", "included", "season", "type", "until", "weekdays"]
    XCTAssertEqual(count < 100 ? conditions : decisive, conditions)
  }
}
