import Foundation
import ObjectGraph
import XCTest

/// Attributes made of named parts.
@MainActor
final class CompositeTests: XCTestCase {
  func testTheValueIsADictionaryByName() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let site = Site(context: context)
      XCTAssertNil(try site.value(forKey: "address"))
      try site.setValue(
        ["city": "Bern", "place": ["latitude": 46.95]], forKey: "address")
      try context.save()
      let id = site.objectID
      context.reset()
      let again = try XCTUnwrap(try context.existingObject(with: id) as? Site)
      let address = try XCTUnwrap(try again.value(forKey: "address") as? [String: Any])
      XCTAssertEqual(Set(address.keys), ["city", "place"])
      XCTAssertEqual(address["city"] as? String, "Bern")
      XCTAssertEqual(address["place"] as? [String: Double], ["latitude": 46.95])
      XCTAssertEqual(try again.value(forKeyPath: "address.city") as? String, "Bern")
      XCTAssertEqual(
        try again.value(forKeyPath: "address.place.latitude") as? Double, 46.95)
      XCTAssertNil(try again.value(forKeyPath: "address.street"))
      try again.setValue(["street": "Main St"], forKey: "address")
      XCTAssertNil(try again.value(forKeyPath: "address.city"))
      XCTAssertEqual(Array(again.changedValues().keys), ["address"])
      XCTAssertEqual(
        (try again.committedValues(forKeys: ["address"])["address"] as? [String: Any])?["city"]
          as? String, "Bern")
      try again.setValue(nil, forKey: "address")
      XCTAssertNil(try again.value(forKey: "address"))
    }
  }

  // Fact 39.
  func testTheValuesOfAnEventAreOnesThatKeyValueCodingGives() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let site = Site(context: context)
      let red = Color(red: 255, green: 1, blue: 2)
      site.color = red
      try site.setValue(["city": "Bern"], forKey: "address")
      try context.save()
      site.color = nil
      try site.setValue(["city": "Basel"], forKey: "address")
      let values = site.changedValuesForCurrentEvent()
      XCTAssertEqual(Set(values.keys), ["color", "address"])
      XCTAssertEqual(values["color"] as? Color, red)
      XCTAssertEqual(values["address"] as? [String: String], ["city": "Bern"])
    }
  }

  func testAnUnknownElementOrAWrongTypeIsAnErrorAndChangesNothing() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let site = Site(context: container.viewContext)
      site.address = Address(street: "Main St", city: "Bern")
      let wrong: [[String: Any]] = [
        ["city": "Basel", "zip": "4000"], ["street": "x", "city": 7], ["place": ["north": 1.0]],
      ]
      for value in wrong {
        XCTAssertThrowsError(try site.setValue(value, forKey: "address")) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code.rawValue, 134_061)
        }
      }
      XCTAssertThrowsError(try site.setValue("Bern", forKey: "address"))
      XCTAssertThrowsError(try site.value(forKeyPath: "address.zip"))
      XCTAssertThrowsError(try site.value(forKeyPath: "address.city.first"))
      XCTAssertEqual(site.address, Address(street: "Main St", city: "Bern"))
    }
  }

  func testAStructStandsForTheElements() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let site = Site(context: context)
      XCTAssertNil(site.address)
      site.address = Address(street: "Main St", city: "Bern")
      try context.save()
      let again = try context.reread(site)
      XCTAssertEqual(again.address, Address(street: "Main St", city: "Bern"))
      again.address = nil
      try context.save()
      XCTAssertNil(again.address)
    }
  }

  func testElementsAreSearchedAndSortedByTheirPath() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      for (city, latitude) in [("Bern", 46.9), ("Arth", 47.1), ("Chur", 46.8)] {
        let site = Site(context: context)
        try site.setValue(["city": city, "place": ["latitude": latitude]], forKey: "address")
      }
      // Once on what is not saved yet, in memory, and once in the store.
      for _ in 0..<2 {
        let request = FetchRequest<Site>()
        request.predicate = try FetchPredicate(
          format: "address.city != 'Bern' && address.place.latitude > 40")
        request.sortDescriptors = [
          FetchSortDescriptor(key: "address.place.latitude", ascending: true)
        ]
        XCTAssertEqual(try context.fetch(request).map { $0.address?.city }, ["Chur", "Arth"])
        request.predicate = try FetchPredicate(format: "address.town == 'Bern'")
        XCTAssertThrowsError(try context.fetch(request)) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
        }
        try context.save()
        context.reset()
      }
    }
  }

  func testAnElementIsKeptUnique() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      for _ in 0..<2 { Site(context: context).address = Address(city: "Bern") }
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectConstraintMerge)
        XCTAssertEqual((error as? ObjectGraphError)?.key, "address.city")
      }
    }
  }

  func testEachElementHasAColumnUnderItsOwnName() async throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    let site = Site(context: container.viewContext)
    try site.setValue(["city": "Bern", "place": ["longitude": 7.5]], forKey: "address")
    try container.viewContext.save()
    try container.closeStores()
    XCTAssertEqual(
      try store.shell("SELECT ZCITY, ZSTREET IS NULL, ZLONGITUDE, ZLATITUDE IS NULL FROM ZSITE"),
      "Bern|1|7.5|1")
    XCTAssertEqual(
      try store.shell("SELECT count(*) FROM pragma_table_info('ZSITE') WHERE name = 'ZADDRESS'"),
      "0")
    XCTAssertEqual(
      try store.shell(
        "SELECT sql FROM sqlite_master WHERE name = 'Z_Site_UNIQUE_address.city'"),
      "CREATE UNIQUE INDEX \"Z_Site_UNIQUE_address.city\" ON ZSITE (ZCITY COLLATE BINARY ASC)")
    // The store carries the composite with its model.
    let again = try store.container()
    let found = try again.viewContext.fetch(FetchRequest<ManagedObject>(entityName: "Site"))
    XCTAssertEqual(try found.first?.value(forKeyPath: "address.place.longitude") as? Double, 7.5)
    try again.closeStores()
  }

  func testMissingPartsFailTheValidationWithTheirPath() async throws {
    let model = {
      ManagedObjectModel {
        EntityDescription("House") {
          CompositeAttributeDescription("address", isOptional: false) {
            AttributeDescription("street", .string)
            AttributeDescription("city", .string, isOptional: false)
          }
        }
      }
    }
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      let house = try EntityDescription.insertNewObject(forEntityName: "House", into: context)
      for (value, key) in [(nil, "address"), (["street": "x"], "address.city")] {
        try house.setValue(value, forKey: "address")
        XCTAssertThrowsError(try context.save()) { error in
          XCTAssertEqual(
            (error as? ObjectGraphError)?.code, .validationMissingMandatoryProperty)
          XCTAssertEqual((error as? ObjectGraphError)?.key, key)
        }
      }
      try house.setValue(["city": "Bern"], forKey: "address")
      try context.save()
    }
  }

  func testAModelWithElementsThatCannotBeIsRefused() async throws {
    let untyped = AttributeDescription("a", .undefined)
    let object = AttributeDescription("b", .objectID)
    let external = AttributeDescription("c", .binaryData)
    external.allowsExternalBinaryDataStorage = true
    let shared = AttributeDescription("d", .string)
    let first = CompositeAttributeDescription("first") { shared }
    for elements in [[untyped], [object], [external], [shared], []] {
      let composite = CompositeAttributeDescription("whole") { elements }
      first.elements = [shared]
      let model = ManagedObjectModel { EntityDescription("Thing") { composite } }
      XCTAssertThrowsError(try PersistentStoreCoordinator(managedObjectModel: model)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .persistentStoreIncompatibleSchema)
      }
    }
    first.elements = [first]
    XCTAssertTrue(first.elements.first === shared)
  }
}
