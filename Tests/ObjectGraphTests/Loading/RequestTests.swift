import Foundation
import ObjectGraph
import XCTest

/// Requests: their defaults, their result types, and results that are objects, IDs and counts.
@MainActor
final class RequestTests: XCTestCase {
  // Fact 81.
  func testARequestStartsWithCoreDatasDefaults() async throws {
    let request = FetchRequest<ManagedObject>(entityName: "Booking")
    XCTAssertEqual(request.resultType, .managedObjectResultType)
    XCTAssertTrue(request.includesSubentities)
    XCTAssertTrue(request.includesPropertyValues)
    XCTAssertTrue(request.returnsObjectsAsFaults)
    XCTAssertTrue(request.includesPendingChanges)
    XCTAssertFalse(request.returnsDistinctResults)
    XCTAssertEqual(request.fetchOffset, 0)
    XCTAssertEqual(request.fetchLimit, 0)
    XCTAssertNil(request.predicate)
    XCTAssertNil(request.propertiesToFetch)
    XCTAssertNil(request.propertiesToGroupBy)
    XCTAssertNil(request.havingPredicate)
  }

  func testTheTypeOfTheResultsSaysTheResultType() async throws {
    XCTAssertEqual(
      FetchRequest<ManagedObjectID>(entityName: "A").resultType, .managedObjectIDResultType)
    XCTAssertEqual(DictionaryRequest(entityName: "A").resultType, .dictionaryResultType)
    XCTAssertEqual(FetchRequest<Int>(entityName: "A").resultType, .countResultType)
    XCTAssertEqual(Pet.fetchRequest().resultType, .managedObjectResultType)
    XCTAssertEqual(
      FetchRequestResultType.allCases.map(\.rawValue), [0, 1, 2, 4])
  }

  func testAResultTypeThatTheResultsCannotHaveIsRefused() async throws {
    try await eachBookings { context, _ in
      let request = FetchRequest<ManagedObject>(entityName: "Booking")
      request.resultType = .dictionaryResultType
      XCTAssertThrowsError(try context.fetch(request)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .invalidArgument)
        XCTAssertEqual(
          error?.repair,
          "use a FetchRequest<[String: any Sendable]>, or do not set its resultType")
      }
    }
  }

  // Fact 105.
  func testAnEmptyConjunctionReadsAsNoPredicate() async throws {
    let request = FetchRequest<ManagedObject>(entityName: "Booking")
    request.predicate = CompoundPredicate(andPredicateWithSubpredicates: [])
    XCTAssertNil(request.predicate)
    request.predicate = CompoundPredicate(orPredicateWithSubpredicates: [])
    XCTAssertNotNil(request.predicate)
    request.predicate = FetchPredicate(value: true)
    XCTAssertNotNil(request.predicate)
  }

  // MARK: Unsaved changes

  /// Saved: alpha 22, bravo 25, charlie 10. Unsaved: alpha 5, charlie 21, bravo deleted, delta
  /// 30 and echo 40 inserted.
  private func eachSalaries(
    _ body: @MainActor (ManagedObjectContext) throws -> Void
  ) async throws {
    let model = ManagedObjectModel {
      EntityDescription("Employee") {
        AttributeDescription("name", .string)
        AttributeDescription("salary", .integer32)
      }
    }
    try await eachStore(model: model) { container in
      let context = container.viewContext
      var employees: [String: ManagedObject] = [:]
      for (name, salary) in [("alpha", 22), ("bravo", 25), ("charlie", 10)] {
        employees[name] = try BookingModel.insert(
          "Employee", ["name": name, "salary": salary], into: context)
        try context.save()
      }
      try employees["alpha"]?.setValue(5, forKey: "salary")
      try employees["charlie"]?.setValue(21, forKey: "salary")
      context.delete(try XCTUnwrap(employees["bravo"]))
      for (name, salary) in [("delta", 30), ("echo", 40)] {
        try BookingModel.insert("Employee", ["name": name, "salary": salary], into: context)
      }
      try body(context)
    }
  }

  private func configure<Result>(_ request: FetchRequest<Result>, _ format: String?) throws {
    request.predicate = try format.map { try FetchPredicate(format: $0) }
    request.sortDescriptors = [FetchSortDescriptor(key: "salary", ascending: true)]
  }

  private func names(
    _ context: ManagedObjectContext, where format: String? = "salary > 20",
    pending: Bool = true, limit: Int = 0, offset: Int = 0
  ) throws -> [String?] {
    let request = FetchRequest<ManagedObject>(entityName: "Employee")
    try configure(request, format)
    request.includesPendingChanges = pending
    (request.fetchLimit, request.fetchOffset) = (limit, offset)
    let objects = try context.fetch(request)
    let ids = FetchRequest<ManagedObjectID>(entityName: "Employee")
    try configure(ids, format)
    ids.includesPendingChanges = pending
    (ids.fetchLimit, ids.fetchOffset) = (limit, offset)
    // Fact 88.
    XCTAssertEqual(try context.fetch(ids), objects.map(\.objectID))
    // Fact 89.
    XCTAssertEqual(try context.count(for: request), objects.count)
    let count = FetchRequest<Int>(entityName: "Employee")
    try configure(count, format)
    count.includesPendingChanges = pending
    (count.fetchLimit, count.fetchOffset) = (limit, offset)
    XCTAssertEqual(try context.fetch(count), [objects.count])
    return try objects.map { try $0.value(forKey: "name") as? String }
  }

  // Facts 83 and 86.
  func testUnsavedChangesAreLaidOverAndSorted() async throws {
    try await eachSalaries { context in
      XCTAssertEqual(try names(context), ["charlie", "delta", "echo"])
    }
  }

  // Facts 83 and 84.
  func testWithoutThemTheStoreSaysWhichAndTheObjectsSayWhat() async throws {
    try await eachSalaries { context in
      XCTAssertEqual(try names(context, pending: false), ["alpha", "bravo"])
      let request = FetchRequest<ManagedObject>(entityName: "Employee")
      request.predicate = try FetchPredicate(format: "salary > 20")
      request.includesPendingChanges = false
      let salaries = try context.fetch(request).map { try $0.value(forKey: "salary") as? Int64 }
      XCTAssertEqual(salaries.first, 5)
    }
  }

  // Facts 87, 88 and 89: the window is of what the caller sees, also of IDs and of counts.
  func testTheWindowAppliesAfterUnsavedChanges() async throws {
    try await eachSalaries { context in
      // alpha 5, charlie 21, delta 30, echo 40.
      XCTAssertEqual(
        try names(context, where: nil, limit: 2, offset: 1), ["charlie", "delta"])
      XCTAssertEqual(try names(context, where: nil, limit: 9, offset: 3), ["echo"])
      XCTAssertEqual(try names(context, where: nil, offset: 4), [])
    }
  }

  // Fact 85.
  func testUnsavedObjectsOfSubentitiesObeyIncludesSubentities() async throws {
    try await eachBookings { context, _ in
      try BookingModel.insert("LongBooking", ["label": "G"], into: context)
      let request = FetchRequest<ManagedObject>(entityName: "Booking")
      XCTAssertEqual(try context.count(for: request), 7)
      XCTAssertEqual(try context.fetch(request).count, 7)
      request.includesSubentities = false
      XCTAssertEqual(try context.count(for: request), 5)
      XCTAssertEqual(try context.fetch(request).count, 5)
    }
  }

  // MARK: IDs

  // Fact 88: unlike Core Data's, IDs of unsaved objects are in the order too.
  func testIDsAreThoseOfTheObjectsOfTheirOwnEntities() async throws {
    try await eachBookings { context, container in
      let request = FetchRequest<ManagedObjectID>(entityName: "Booking")
      request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: false)]
      request.includesPropertyValues = false
      let ids = try container.newBackgroundContext().performAndWait { context in
        let request = FetchRequest<ManagedObjectID>(entityName: "Booking")
        request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: false)]
        request.includesPropertyValues = false
        return try context.fetch(request)
      }
      XCTAssertEqual(try context.fetch(request), ids)
      XCTAssertEqual(ids.first?.entity.name, "LongBooking")
      XCTAssertEqual(ids.last?.entity.name, "Booking")
      let labels = ids.map { try? context.existingObject(with: $0).value(forKey: "label") }
      XCTAssertEqual(labels.map { $0 as? String }, ["F", "E", "D", "C", "B", "A"])
    }
  }

  func testAChildSeesTheIDsOfItsParentsUnsavedObjects() async throws {
    try await eachBookings { _, container in
      let parent = container.newBackgroundContext()
      let unsaved = try parent.performAndWait { context in
        try BookingModel.insert("Booking", ["label": "BB"], into: context).objectID
      }
      let child = ManagedObjectContext(mainQueueChildOf: parent)
      let request = FetchRequest<ManagedObjectID>(entityName: "Booking")
      request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
      let ids = try child.fetch(request)
      XCTAssertEqual(ids.count, 7)
      XCTAssertEqual(ids.dropFirst(2).first, unsaved)
    }
  }

  // MARK: Properties of objects

  // Fact 93: the objects are faults; ours have all their values at hand.
  func testObjectsWithPropertiesToFetchAreFaults() async throws {
    try await eachBookings { _, container in
      let context = container.viewContext
      context.reset()
      let request = FetchRequest<ManagedObject>(entityName: "Booking")
      request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
      request.propertiesToFetch = ["label", "camper"]
      let object = try XCTUnwrap(try context.fetch(request).first)
      XCTAssertTrue(object.isFault)
      XCTAssertEqual(try object.value(forKey: "label") as? String, "A")
      XCTAssertFalse(object.isFault)
      XCTAssertEqual(try object.value(forKey: "nights") as? Int64, 2)
    }
  }

  func testPropertiesOfObjectsAreChecked() async throws {
    try await eachBookings { context, _ in
      let request = FetchRequest<ManagedObject>(entityName: "Booking")
      request.propertiesToFetch = ["labl"]
      XCTAssertThrowsError(try context.fetch(request)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.repair, "did you mean label?")
      }
      request.propertiesToFetch = [ExpressionDescription.of("most", "max:", "nights")]
      XCTAssertThrowsError(try context.fetch(request)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
      }
    }
  }

  // Fact 94: dictionaries only.
  func testGroupsOfObjectsAreRefused() async throws {
    try await eachBookings { context, _ in
      let request = FetchRequest<ManagedObject>(entityName: "Booking")
      request.propertiesToGroupBy = ["camper"]
      XCTAssertThrowsError(try context.fetch(request)) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.message,
          "propertiesToGroupBy applies only to dictionaries, but the request asks for ManagedObject"
        )
      }
    }
  }

  // Fact 100.
  func testNilComesFirstAscendingAndLastDescendingInEveryForm() async throws {
    try await eachBookings { context, _ in
      for ascending in [true, false] {
        let sorts = [FetchSortDescriptor(key: "price", ascending: ascending)]
        let expected = ascending ? ["C", "E", "A", "B", "D", "F"] : ["F", "D", "B", "A", "E", "C"]
        let request = FetchRequest<ManagedObject>(entityName: "Booking")
        request.sortDescriptors = sorts
        let objects = try context.fetch(request)
        XCTAssertEqual(try objects.map { try $0.value(forKey: "label") as? String }, expected)
        let labels = try lines(context) { request in
          request.sortDescriptors = sorts
          request.propertiesToFetch = ["label"]
        }
        XCTAssertEqual(labels, expected.map { "label=\($0)" })
      }
      // The same over unsaved changes.
      try BookingModel.insert("Booking", ["label": "G"], into: context)
      let request = FetchRequest<ManagedObject>(entityName: "Booking")
      request.sortDescriptors = [FetchSortDescriptor(key: "price", ascending: true)]
      let labels = try context.fetch(request).map { try $0.value(forKey: "label") as? String }
      XCTAssertEqual(labels.count, 7)
      XCTAssertEqual(Set(labels.prefix(2)), ["C", "G"])
    }
  }

  // Fact 101.
  func testATransientPropertyAndAToManyPathCannotSort() async throws {
    try await eachBookings { context, _ in
      for (entity, key) in [("Booking", "draft"), ("Camper", "bookings.label")] {
        for type in [FetchRequestResultType.managedObjectResultType, .dictionaryResultType] {
          let sorts = [FetchSortDescriptor(key: key, ascending: true)]
          func check(_ error: any Error) {
            XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument, "\(error)")
          }
          if type == .dictionaryResultType {
            XCTAssertThrowsError(
              try lines(context, entity) { $0.sortDescriptors = sorts }, key, check)
          } else {
            let request = FetchRequest<ManagedObject>(entityName: entity)
            request.sortDescriptors = sorts
            XCTAssertThrowsError(try context.fetch(request), key, check)
          }
        }
      }
    }
  }
}
