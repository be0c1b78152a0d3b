import Foundation
import ObjectGraph
import XCTest

/// The rows that batch insertions make of dictionaries, whichever way they are made.
@MainActor
final class BatchRowTests: XCTestCase {
  /// Objects are read for as long as their context lives.
  private var contexts: [ManagedObjectContext] = []

  private func fresh(_ container: PersistentContainer) -> ManagedObjectContext {
    contexts.append(ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator))
    return contexts[contexts.count - 1]
  }

  private func dogs(_ container: PersistentContainer) throws -> [Dog] {
    let request = FetchRequest<Dog>()
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    return try fresh(container).fetch(request)
  }

  private func insert(
    _ objects: [[String: Any]], _ entity: String = "Dog", in container: PersistentContainer
  ) throws {
    try fresh(container).execute(BatchInsertRequest(entityName: entity, objects: objects))
  }

  override func tearDown() async throws {
    contexts = []
  }

  // Fact 157.
  func testValuesAreTakenAsByKeyValueCoding() async throws {
    let values: [[String: Any]] = [
      ["weight": 1.5, "tricks": 1], ["weight": 2, "tricks": Int8(2)],
      ["weight": Float(0.5), "tricks": UInt16(3)],
      ["weight": NSNumber(value: 3), "tricks": NSNumber(value: 4)],
      ["weight": Decimal(4), "tricks": Int64(5)], ["weight": true, "tricks": true],
      ["weight": Double?.none as Any, "tricks": Int32?.some(7) as Any],
      ["weight": NSNull(), "tricks": Int32.max], ["tricks": Int32.min], ["tricks": 8.0],
    ]
    try await eachStore { container in
      let context = self.fresh(container)
      var rows: [[String: Any]] = []
      for (number, value) in values.enumerated() {
        let dog = Dog(context: context)
        dog.name = "kvc \(number)"
        for (key, value) in value { try dog.setValue(value, forKey: key) }
        rows.append(value.merging(["name": "row \(number)"]) { $1 })
      }
      try context.save()
      try self.insert(rows, in: container)
      let dogs = try self.dogs(container)
      XCTAssertEqual(dogs.count, values.count * 2)
      for (one, other) in zip(dogs[..<values.count], dogs[values.count...]) {
        XCTAssertEqual(one.weight, other.weight, one.name ?? "")
        XCTAssertEqual(one.tricks, other.tricks, one.name ?? "")
      }
    }
  }

  // Fact 157.
  func testIntegersForADoubleAreTakenWhereItHoldsThemExactly() async throws {
    let exact: [Any] = [
      0, -3, Int16.min, Int32(-70_000), (1 << 53) - 1, 1 << 53, Int64.min, UInt8(200),
    ]
    try await eachStore { container in
      try self.insert(
        exact.enumerated().map { ["name": "\($0)", "weight": $1] }, in: container)
      XCTAssertEqual(
        try self.dogs(container).map(\.weight),
        [
          0, -3, -32_768, -70_000, 9_007_199_254_740_991, 9_007_199_254_740_992,
          -9_223_372_036_854_775_808, 200,
        ])
      for tooLong in [(1 << 53) + 1, -(1 << 53) - 1, Int.max] {
        XCTAssertThrowsError(
          try self.insert([["name": "a", "weight": tooLong]], in: container)
        ) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument)
          XCTAssertEqual(error?.key, "weight")
        }
      }
      XCTAssertEqual(try self.dogs(container).count, exact.count)
    }
  }

  func testDictionariesMayDifferInTheirKeysAndTheLengthOfTheirTexts() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      let owners = (0..<3).map { number in
        let owner = Owner(context: context)
        owner.name = "Owner \(number)"
        return owner
      }
      try context.save()
      let rows = (0..<200).map { number -> [String: Any] in
        var row: [String: Any] = [
          "name": String(format: "%03d", number) + String(repeating: "é", count: number * 7 % 500)
        ]
        if number % 2 == 0 { row["weight"] = Double(number) / 4 }
        if number % 3 == 0 { row["tricks"] = number }
        if number % 5 > 1 { row["owner"] = owners[number % 5 - 2].objectID }
        return row
      }
      try self.insert(rows, in: container)
      let dogs = try self.dogs(container)
      XCTAssertEqual(dogs.count, 200)
      for (number, dog) in dogs.enumerated() {
        XCTAssertEqual(dog.name, rows[number]["name"] as? String)
        XCTAssertEqual(dog.weight, number % 2 == 0 ? Double(number) / 4 : nil)
        XCTAssertEqual(dog.tricks, number % 3 == 0 ? Int32(number) : 0)
        XCTAssertEqual(dog.owner?.name, number % 5 > 1 ? "Owner \(number % 5 - 2)" : nil)
      }
      let members = try self.fresh(container).fetch(FetchRequest<Owner>()).map(\.pets.count)
      XCTAssertEqual(members, [40, 40, 40])
    }
  }

  func testADestinationThatIsGoneFailsTheRequestAndUsesUpNoKeys() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      let owner = Owner(context: context)
      owner.name = "Ann"
      try context.save()
      let id = owner.objectID
      context.delete(owner)
      try context.save()
      XCTAssertThrowsError(
        try self.insert([["name": "a"], ["name": "b", "owner": id]], in: container)
      ) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .managedObjectReferentialIntegrity)
        XCTAssertEqual(error?.key, "owner")
      }
      XCTAssertEqual(try self.dogs(container).count, 0)
      try self.insert([["name": "c"]], in: container)
      let dog = try XCTUnwrap(self.dogs(container).first)
      XCTAssertTrue(dog.objectID.uriRepresentation().path.hasSuffix("/p1"))
    }
  }

  func testAnIDOfAnotherEntityIsNoDestination() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      let pet = Pet(context: context)
      try context.save()
      XCTAssertThrowsError(
        try self.insert([["name": "a"], ["owner": pet.objectID]], in: container)
      ) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .invalidArgument)
        XCTAssertEqual(error?.key, "owner")
      }
      XCTAssertEqual(try self.dogs(container).count, 0)
    }
  }

  func testANumberThatDoesNotFitIsNamedWithItsPlace() async throws {
    try await eachStore { container in
      XCTAssertThrowsError(
        try self.insert([["name": "a"], ["tricks": Int(Int32.max) + 1]], in: container)
      ) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .invalidArgument)
        XCTAssertEqual(error?.key, "tricks")
        XCTAssertEqual(error?.message.hasPrefix("object 1 of the batch: "), true)
      }
      XCTAssertEqual(try self.dogs(container).count, 0)
    }
  }

  // Fact 159.
  func testAnObjectThatAHandlerLeavesWithoutAMandatoryValueFailsTheRequest() async throws {
    try await eachStore { container in
      var number = 0
      let request = BatchInsertRequest(
        entityName: "Passport",
        managedObjectHandler: { object in
          number += 1
          if number == 1 { (object as? Passport)?.number = "A1" }
          return number == 3
        })
      XCTAssertThrowsError(try self.fresh(container).execute(request)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationMissingMandatoryProperty)
        XCTAssertEqual(error?.key, "number")
      }
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Passport>()), 0)
    }
  }

  func testAValueThatIsNoNumberIsRefused() async throws {
    try await eachStore { container in
      XCTAssertThrowsError(
        try self.insert([["weight": 1.0], ["weight": Double.nan]], in: container))
      XCTAssertEqual(try self.dogs(container).count, 0)
    }
  }
}
