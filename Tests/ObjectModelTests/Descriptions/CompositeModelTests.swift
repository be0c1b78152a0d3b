import Foundation
import XCTest

@testable import ObjectModel

/// What a composite attribute leaves in version hashes and in the archive of a model.
final class CompositeModelTests: XCTestCase {
  private func model(cityType: AttributeType = .string) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Camper", unique: [["address.city"]]) {
        CompositeAttributeDescription("address", isOptional: false) {
          AttributeDescription("city", cityType)
          CompositeAttributeDescription("place") { AttributeDescription("north", .double) }
        }
      }
    }
  }

  func testTheHashIsThatOfTheCanonicalTextWithTheElements() throws {
    let composite = CompositeAttributeDescription("address") {
      AttributeDescription("city", .string)
    }
    // hashlib: element = sha256("attribute 1\nname 4:city\noptional 1\ntransient 0\nmodifier -\n
    // type 700\n"), then "… name 7:address … type 2100\nelements 1\n<element>\n".
    XCTAssertEqual(
      composite.versionHash.map { String(format: "%02x", $0) }.joined(),
      "3c0b2f14270fdf1416dc78d1441812a41f7a97313165d52abc17ad3cd23237b5")
  }

  func testAnElementChangesTheHashOfItsEntity() {
    XCTAssertNotEqual(
      model().entityVersionHashesByName, model(cityType: .integer16).entityVersionHashesByName)
    XCTAssertEqual(model().entityVersionHashesByName, model().entityVersionHashesByName)
  }

  func testElementsSurviveTheArchive() throws {
    let again = try ManagedObjectModel(archivedInStore: model().contents.archivedForStore())
    XCTAssertEqual(again.entityVersionHashesByName, model().entityVersionHashesByName)
    let camper = try XCTUnwrap(again.entitiesByName["Camper"])
    XCTAssertEqual(camper.uniquenessConstraints, [["address.city"]])
    let address = try XCTUnwrap(
      camper.attributesByName["address"] as? CompositeAttributeDescription)
    XCTAssertFalse(address.isOptional)
    XCTAssertEqual(address.elements.map(\.name), ["city", "place"])
    XCTAssertEqual(address.leaves.map(\.keyPath), ["address.city", "address.place.north"])
    try again.freeze()
  }
}
