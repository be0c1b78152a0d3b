import Foundation
import XCTest

@testable import ObjectModel

/// Configurations of a model, and how they travel with a store.
final class ConfigurationArchiveTests: XCTestCase {
  private func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Camper") { AttributeDescription("name", .string) }
      EntityDescription("Note") { AttributeDescription("text", .string) }
      EntityDescription("Tag") { AttributeDescription("label", .string) }
    }
  }

  private func names(_ model: ManagedObjectModel, _ configuration: String?) -> [String?]? {
    model.entities(forConfigurationName: configuration)?.map(\.name)
  }

  func testAConfigurationHoldsTheEntitiesThatItWasGiven() throws {
    let model = makeModel()
    XCTAssertEqual(model.configurations, [])
    model.setEntities([model.entities[2], model.entities[0]], forConfigurationName: "Shared")
    model.setEntities([model.entities[2]], forConfigurationName: "Local")
    XCTAssertEqual(model.configurations, ["Local", "Shared"])
    XCTAssertEqual(names(model, "Shared"), ["Camper", "Tag"])
    XCTAssertEqual(names(model, "Local"), ["Tag"])
    XCTAssertEqual(names(model, nil), ["Camper", "Note", "Tag"])
    XCTAssertEqual(names(model, "PF_DEFAULT_CONFIGURATION_NAME"), ["Camper", "Note", "Tag"])
    XCTAssertNil(names(model, "Other"))
  }

  func testAConfigurationIsNoPartOfTheVersionHashes() throws {
    let (plain, divided) = (makeModel(), makeModel())
    divided.setEntities([divided.entities[0]], forConfigurationName: "Shared")
    XCTAssertEqual(plain.entityVersionHashesByName, divided.entityVersionHashesByName)
    XCTAssertEqual(plain.versionChecksum, divided.versionChecksum)
  }

  func testAConfigurationOfForeignEntitiesIsRefused() throws {
    let model = makeModel()
    model.setEntities([EntityDescription(name: "Stranger")], forConfigurationName: "Shared")
    XCTAssertThrowsError(try model.freeze()) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.code, .persistentStoreIncompatibleSchema)
      XCTAssertTrue("\(error)".contains("Shared has the unknown entity Stranger"), "\(error)")
    }
  }

  func testAModelInUseKeepsItsConfigurations() throws {
    let model = makeModel()
    model.setEntities([model.entities[0]], forConfigurationName: "Shared")
    try model.freeze()
    model.setEntities([], forConfigurationName: "Shared")
    XCTAssertEqual(names(model, "Shared"), ["Camper"])
  }

  func testConfigurationsTravelWithTheArchive() throws {
    let model = makeModel()
    model.setEntities([model.entities[2], model.entities[0]], forConfigurationName: "Shared")
    model.setEntities([], forConfigurationName: "Empty")
    let read = try ManagedObjectModel(archivedInStore: try model.contents.archivedForStore())
    XCTAssertEqual(read.configurations, ["Empty", "Shared"])
    XCTAssertEqual(names(read, "Shared"), ["Camper", "Tag"])
    XCTAssertEqual(names(read, "Empty"), [])
    XCTAssertTrue(
      read.entities(forConfigurationName: "Shared")?.first === read.entitiesByName["Camper"])
  }
}
