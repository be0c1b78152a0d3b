import Foundation
import ObjectGraph
import XCTest

/// Stores that hold a part of the model's entities.
@MainActor
final class ConfigurationTests: XCTestCase {
  /// Owners and their passports in one configuration, pets and dogs in another.
  private func model() -> ManagedObjectModel {
    let model = TestModel.pets()
    let entities = model.entitiesByName
    model.setEntities(
      ["Owner", "Passport"].compactMap { entities[$0] }, forConfigurationName: "People")
    model.setEntities(["Pet", "Dog"].compactMap { entities[$0] }, forConfigurationName: "Animals")
    return model
  }

  private func container(
    _ people: StoreType, _ animals: StoreType, in folder: URL
  ) throws -> PersistentContainer {
    func describe(_ type: StoreType, _ name: String) -> PersistentStoreDescription {
      type == .inMemory
        ? .inMemory(configuration: name)
        : PersistentStoreDescription(
          url: folder.appendingPathComponent("\(name).sqlite"), configuration: name)
    }
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: model(),
      descriptions: [describe(people, "People"), describe(animals, "Animals")])
    try container.loadPersistentStores()
    return container
  }

  private func eachKind(_ body: (PersistentContainer, URL) throws -> Void) throws {
    let kinds: [StoreType] = [.inMemory, .sqlite]
    for (people, animals) in kinds.flatMap({ first in kinds.map { (first, $0) } }) {
      let folder = try makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let container = try container(people, animals, in: folder)
      do {
        try body(container, folder)
      } catch {
        XCTFail("on \(people.rawValue) and \(animals.rawValue): \(error)")
      }
      for store in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(store)
      }
    }
  }

  // Fact 184.
  func testANewObjectGoesToTheStoreOfItsEntity() async throws {
    try eachKind { container, _ in
      let context = container.viewContext
      let stores = container.persistentStoreCoordinator.persistentStores
      XCTAssertEqual(stores.map(\.configurationName), ["People", "Animals"])
      let owner = Owner(context: context)
      owner.name = "Ann"
      let (pet, dog) = (Pet(context: context), Dog(context: context))
      pet.friends = [dog]
      context.assign(pet, to: stores[0])
      XCTAssertEqual(context.errors.map(\.code), [.invalidArgument])
      XCTAssertThrowsError(try context.save())
      try context.save()
      XCTAssertTrue(owner.objectID.persistentStore === stores[0])
      XCTAssertTrue(pet.objectID.persistentStore === stores[1])
      XCTAssertTrue(dog.objectID.persistentStore === stores[1])
      XCTAssertEqual(try context.count(for: Pet.fetchRequest()), 2)
      context.refreshAllObjects()
      XCTAssertEqual(pet.friends, [dog])
    }
  }

  func testRelationshipsToOtherConfigurationsAreEmptyInPredicates() async throws {
    try eachKind { container, _ in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      let pet = Pet(context: context)
      pet.name = "Rex"
      try context.save()
      let (pets, owners) = (Pet.fetchRequest(), Owner.fetchRequest())
      pets.predicate = try FetchPredicate(format: "owner.name == 'Ann'")
      XCTAssertEqual(try context.fetch(pets), [])
      pets.predicate = try FetchPredicate(format: "owner.name != 'Ann'")
      XCTAssertEqual(try context.fetch(pets), [pet])
      owners.predicate = try FetchPredicate(format: "ANY pets.name == 'Rex'")
      XCTAssertEqual(try context.fetch(owners), [])
      owners.predicate = try FetchPredicate(format: "pets.@count == 0")
      owners.sortDescriptors = [FetchSortDescriptor(key: "passport.number", ascending: true)]
      XCTAssertEqual(try context.fetch(owners), [owner])
      XCTAssertEqual(owner.pets, [])
      pet.owner = owner
      XCTAssertEqual(
        self.errorOf { try context.save() }?.code, .managedObjectExternalRelationship)
      context.rollback()
      context.delete(owner)
      context.delete(pet)
      try context.save()
    }
  }

  func testAFileHasTheTablesOfItsConfigurationAlone() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try container(.sqlite, .sqlite, in: folder)
    let context = container.viewContext
    let pet = Pet(context: context)
    pet.friends = [pet]
    Owner(context: context).name = "Ann"
    try context.save()
    let tables =
      "SELECT group_concat(name) FROM (SELECT name FROM sqlite_master WHERE type = 'table' "
      + "AND name NOT LIKE 'Z\\_%' ESCAPE '\\' ORDER BY name)"
    let people = folder.appendingPathComponent("People.sqlite")
    let animals = folder.appendingPathComponent("Animals.sqlite")
    XCTAssertEqual(try sqlite3(people, tables), "ZOWNER,ZPASSPORT")
    XCTAssertEqual(try sqlite3(animals, tables), "ZPET")
    let names = "SELECT group_concat(Z_NAME) FROM (SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT)"
    XCTAssertEqual(try sqlite3(people, names), "Owner,Passport")
    XCTAssertEqual(try sqlite3(animals, names), "Pet,Dog")
    for store in container.persistentStoreCoordinator.persistentStores {
      let hashes = store.metadata["NSStoreModelVersionHashes"] as? [String: any Sendable]
      let expected = store.url == people ? ["Owner", "Passport"] : ["Dog", "Pet"]
      XCTAssertEqual(hashes?.keys.sorted(), expected)
    }
  }

  func testAStoreOpensWithItsOwnConfigurationOnly() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try container(.sqlite, .sqlite, in: folder)
    Pet(context: first.viewContext).name = "Rex"
    try first.viewContext.save()
    for store in first.persistentStoreCoordinator.persistentStores {
      try first.persistentStoreCoordinator.remove(store)
    }
    let file = folder.appendingPathComponent("Animals.sqlite")
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: model())
    for (name, code) in [
      ("People", .persistentStoreIncompatibleVersionHash),
      (nil, .persistentStoreIncompatibleVersionHash), ("Plants", .invalidArgument),
    ] as [(String?, ObjectGraphError.Code)] {
      let error = errorOf {
        try coordinator.addPersistentStore(type: .sqlite, configuration: name, at: file)
      }
      XCTAssertEqual(error?.code, code, name ?? "all")
    }
    let again = try container(.sqlite, .sqlite, in: folder)
    XCTAssertEqual(try again.viewContext.fetch(Pet.fetchRequest()).map(\.name), ["Rex"])
  }

  func testAMigratedStoreKeepsItsConfiguration() async throws {
    try eachKind { container, folder in
      let coordinator = container.persistentStoreCoordinator
      let context = container.viewContext
      let (pet, dog) = (Pet(context: context), Dog(context: context))
      pet.name = "Tom"
      dog.friends = [pet]
      try context.save()
      for type in [StoreType.sqlite, .inMemory] {
        let place = folder.appendingPathComponent("Moved.sqlite")
        let old = try XCTUnwrap(
          coordinator.persistentStores.first { $0.configurationName == "Animals" })
        let new = try coordinator.migratePersistentStore(old, to: place, type: type)
        XCTAssertEqual(new.configurationName, "Animals")
        let dogs = try context.fetch(Dog.fetchRequest())
        XCTAssertEqual(dogs.map { $0.friends.map(\.name) }, [["Tom"]])
        Owner(context: context).name = type.rawValue
        try context.save()
      }
    }
  }

  func testAnEntityWithoutAStoreIsRefused() async throws {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: model(),
      descriptions: [.inMemory(configuration: "People")])
    try container.loadPersistentStores()
    let context = container.viewContext
    let dog = Dog(context: context)
    let error = errorOf { try context.save() }
    XCTAssertEqual(error?.code, .coreData)
    XCTAssertEqual(error?.entityName, "Dog")
    XCTAssertEqual(try context.fetch(Dog.fetchRequest()), [dog])
    context.rollback()
    XCTAssertEqual(try context.fetch(Dog.fetchRequest()), [])
  }
}
