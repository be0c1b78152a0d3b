import XCTest

@testable import ObjectStore

/// The table of keys and values on hot paths.
final class KeyTableTests: XCTestCase {
  private final class Probe {
    static nonisolated(unsafe) var count = 0

    init() { Self.count += 1 }

    deinit { Self.count -= 1 }
  }

  func testValuesAreReleasedWithTheirEntries() {
    do {
      let table = KeyTable<Probe>()
      for key in 1...100 { table.set(Probe(), for: Int64(key)) }
      XCTAssertEqual(Probe.count, 100)
      table.set(Probe(), for: 7)
      XCTAssertEqual(Probe.count, 100)
      table.remove(8)
      XCTAssertEqual(Probe.count, 99)
      table.removeAll()
      XCTAssertEqual(Probe.count, 0)
      XCTAssertEqual(table.count, 0)
      XCTAssertNil(table.value(for: 7))
      table.set(Probe(), for: -3)
      XCTAssertEqual(Probe.count, 1)
    }
    XCTAssertEqual(Probe.count, 0)
  }
}
