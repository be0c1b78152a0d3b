import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A charge is taxed with a group that there is.
@MainActor
final class TaxGroupTests: XCTestCase {
  func testAGroupThatNoTaxIsForIsRefusedAndTheKnownOnesAreNamed() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      assertBreaks(.unknownTaxGroup("nonsense", known: ["lodging"])) {
        try desk.folios.charge(5, for: "wood", to: stay, taxGroup: "nonsense")
      }
      assertBreaks(.unknownTaxGroup("power", known: ["lodging"])) {
        try desk.folios.setMeterRate(.electricity, price: 1, unit: "kWh", taxGroup: "power")
      }
      XCTAssertEqual(try desk.count(FolioEntry.self), 0)
      let tax = try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, group: "Goods"))
      XCTAssertEqual(try desk.rates.taxGroups(), ["goods", "lodging"])
      // Capitals do not matter, and the tax comes with it.
      try desk.folios.charge(5, for: "wood", to: stay, taxGroup: " GOODS ")
      let folio = try XCTUnwrap(stay.folio)
      XCTAssertEqual(try desk.folios.lines(of: folio).map(\.amountMinor), [500, 40])
      // A tax that is not charged at the moment keeps its group.
      try desk.rates.edit(tax) { $0.isActive = false }
      try desk.folios.charge(5, for: "wood", to: stay, taxGroup: "goods")
      XCTAssertEqual(try desk.folios.lines(of: folio).map(\.amountMinor), [500, 40, 500])
    }
  }
}
