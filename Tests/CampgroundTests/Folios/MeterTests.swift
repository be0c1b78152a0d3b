import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class MeterTests: XCTestCase {
  func testWhatWasUsedSinceTheReadingBeforeIsChargedHalfUp() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000], isInHouse: true)
      let site = try XCTUnwrap(stay.campSite)
      try desk.folios.setMeterRate(.electricity, price: Decimal(15) / 100, unit: "kWh")
      let base = try desk.folios.readMeter(.electricity, of: site, showing: Decimal(12_345) / 10)
      XCTAssertNil(base.entry)
      // 1267.8 - 1234.5 = 33.3 kWh at 0.15 = 4.995, half-up 5.00.
      let next = try desk.folios.readMeter(.electricity, of: site, showing: Decimal(12_678) / 10)
      let line = try XCTUnwrap(next.entry)
      XCTAssertEqual(line.amountMinor, 500)
      XCTAssertEqual(line.text, "Electricity 33.3 kWh at $0.15")
      XCTAssertEqual(line.kind, .meter)
      XCTAssertEqual(line.reservation, stay)
      XCTAssertEqual(try desk.due(stay), "$45.00")
      // Water is another meter.
      XCTAssertNil(try desk.folios.readMeter(.water, of: site, showing: 7).entry)
      XCTAssertEqual(
        try desk.folios.meterReadings(of: site, kind: .electricity).map(\.position), [2, 1])
    }
  }

  func testAMeterDoesNotGoBackUnlessItWasReplaced() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000], isInHouse: true)
      let site = try XCTUnwrap(stay.campSite)
      try desk.folios.setMeterRate(.electricity, price: 1, unit: "kWh")
      _ = try desk.folios.readMeter(.electricity, of: site, showing: 100)
      assertBreaks(
        "the electricity meter of site 15 read 100 and cannot go back to 99 unless it was "
          + "replaced"
      ) {
        try desk.folios.readMeter(.electricity, of: site, showing: 99)
      }
      assertBreaks(.invalidValue, "a meter reading is at least 0, not -1") {
        try desk.folios.readMeter(.electricity, of: site, showing: -1)
      }
      let new = try desk.folios.readMeter(
        .electricity, of: site, showing: 3, isReplaced: true)
      XCTAssertNil(new.entry)
      XCTAssertEqual(
        try desk.folios.readMeter(.electricity, of: site, showing: 5).entry?.amountMinor, 200)
      assertBreaks("the meter was last read on 2026-06-15, after 2026-06-14") {
        try desk.folios.readMeter(
          .electricity, of: site, showing: 6, on: try day("2026-06-14"))
      }
    }
  }

  func testNobodyPaysForAnEmptySiteOrWithoutARate() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000], isInHouse: true)
      let site = try XCTUnwrap(stay.campSite)
      _ = try desk.folios.readMeter(.gas, of: site, showing: 1)
      XCTAssertNil(try desk.folios.readMeter(.gas, of: site, showing: 2).entry)
      try desk.folios.setMeterRate(.gas, price: 3, unit: "gal")
      stay.state = .reserved
      try desk.stack.mainContext.saveThrough()
      let empty = try desk.folios.readMeter(.gas, of: site, showing: 3)
      XCTAssertNil(empty.entry)
      XCTAssertNil(empty.reservation)
      XCTAssertEqual(try desk.count(FolioEntry.self), 0)
      assertBreaks(.negativeRate(-1)) {
        try desk.folios.setMeterRate(.gas, price: -1, unit: "gal")
      }
    }
  }

  func testOfTwoReadingsAtOnceTheSecondFollowsTheFirst() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try otherDesk(on: file)
    let stay = try mine.stay(nights: [4_000], isInHouse: true)
    let site = try XCTUnwrap(stay.campSite)
    try mine.folios.setMeterRate(.electricity, price: 1, unit: "kWh")
    _ = try mine.folios.readMeter(.electricity, of: site, showing: 100)
    let other = try otherDesk(on: file)
    let there = try other.sites.find("15")
    XCTAssertEqual(try other.folios.meterReadings(of: there).count, 1)
    _ = try mine.folios.readMeter(.electricity, of: site, showing: 110)
    XCTAssertEqual(
      try other.folios.readMeter(.electricity, of: there, showing: 120).entry?.amountMinor, 1_000)
    try mine.stack.close()
    try other.stack.close()
  }

  func testAChargeByHandBringsTheTaxesOfItsGroup() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      for (name, group, percent) in [
        ("Sales tax", "goods", 8.25), ("County tax", "goods", 1), ("Bed tax", "lodging", 10),
      ] {
        try desk.rates.addTax(name, TaxPlan(percent: Decimal(percent), group: group))
      }
      try desk.folios.charge(
        Decimal(1_250) / 100, for: "firewood", to: stay, taxGroup: "goods")
      let lines = try desk.folios.lines(of: try XCTUnwrap(stay.folio))
      XCTAssertEqual(lines.map(\.text), ["firewood", "County tax", "Sales tax"])
      // 12.50 x 1% = 0.125 and x 8.25% = 1.03125, each half-up.
      XCTAssertEqual(lines.map(\.amountMinor), [1_250, 13, 103])
      XCTAssertEqual(lines.map(\.kind), [.sale, .tax, .tax])
      try desk.folios.charge(1, for: "ice", to: stay)
      XCTAssertEqual(try desk.count(FolioEntry.self), 4)
      assertBreaks(.emptyName(of: "charge")) {
        try desk.folios.charge(1, for: " ", to: stay)
      }
    }
  }
}
