import Foundation
import ObjectGraph
import XCTest

/// Results that are dictionaries of the values of single rows.
@MainActor
final class DictionaryTests: XCTestCase {
  // Fact 91.
  func testWithoutPropertiesADictionaryHasAllAttributesThatAreNotNil() async throws {
    try await eachBookings { context, _ in
      let request = DictionaryRequest(entityName: "Booking")
      request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
      let dictionaries = try context.fetch(request)
      XCTAssertEqual(dictionaries.count, 6)
      let first = try XCTUnwrap(dictionaries.first)
      XCTAssertEqual(
        Set(first.keys), ["label", "nights", "amount", "price", "arrives", "isPaid"])
      XCTAssertEqual(first["label"] as? String, "A")
      XCTAssertEqual(first["nights"] as? Int64, 2)
      XCTAssertEqual(first["amount"] as? Decimal, Decimal(string: "10.1"))
      XCTAssertEqual(first["price"] as? Double, 1.5)
      XCTAssertEqual(first["arrives"] as? Date, try BookingModel.day("2026-07-01"))
      XCTAssertEqual(first["isPaid"] as? Bool, true)
      XCTAssertEqual(Set(dictionaries[2].keys), ["label", "nights", "amount"])
      // The entity that is asked for says which attributes there are.
      XCTAssertNil(dictionaries[5]["months"])
      XCTAssertEqual(
        try lines(context, "LongBooking") { $0.propertiesToFetch = ["months"] }, ["months=2"])
    }
  }

  // Fact 92.
  func testAToOneRelationshipGivesTheIDOfItsObject() async throws {
    try await eachBookings { context, container in
      let campers = FetchRequest<ManagedObject>(entityName: "Camper")
      campers.sortDescriptors = [FetchSortDescriptor(key: "fullName", ascending: true)]
      let ids = try context.fetch(campers).map(\.objectID)
      let request = DictionaryRequest(entityName: "Booking")
      request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
      let camper = try XCTUnwrap(
        container.managedObjectModel.entitiesByName["Booking"]?.relationshipsByName["camper"])
      for properties in [["camper"] as [any FetchableProperty], [camper]] {
        request.propertiesToFetch = properties
        let found = try context.fetch(request).map { $0["camper"] as? ManagedObjectID }
        XCTAssertEqual(found, [ids[0], ids[0], ids[1], ids[1], nil, ids[2]])
      }
      request.propertiesToFetch = ["objectID", "label"]
      let own = try context.fetch(request).compactMap { $0["objectID"] as? ManagedObjectID }
      XCTAssertEqual(
        own.map(\.entity.name), Array(repeating: "Booking", count: 5) + ["LongBooking"])
      let last = try context.existingObject(with: try XCTUnwrap(own.last))
      XCTAssertEqual(try last.value(forKey: "months") as? Int64, 2)
    }
  }

  // Fact 92.
  func testAToManyRelationshipIsRefused() async throws {
    try await eachBookings { context, container in
      let bookings = try XCTUnwrap(
        container.managedObjectModel.entitiesByName["Camper"]?.relationshipsByName["bookings"])
      for properties in [["bookings"] as [any FetchableProperty], [bookings], ["bookings.label"]] {
        XCTAssertThrowsError(
          try lines(context, "Camper") { $0.propertiesToFetch = properties }
        ) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument)
          XCTAssertEqual(
            error?.repair, "fetch objects, or an expression over it such as bookings.@count")
        }
      }
    }
  }

  func testKeyPathsOverToOneRelationshipsAreKeys() async throws {
    try await eachBookings { context, _ in
      let found = try lines(context) { request in
        request.propertiesToFetch = ["label", "camper.fullName"]
        request.sortDescriptors = [
          FetchSortDescriptor(key: "camper.fullName", ascending: false),
          FetchSortDescriptor(key: "label", ascending: true),
        ]
      }
      XCTAssertEqual(
        found,
        [
          "camper.fullName=Cid label=F", "camper.fullName=Bob label=C",
          "camper.fullName=Bob label=D", "camper.fullName=Ann label=A",
          "camper.fullName=Ann label=B", "label=E",
        ])
    }
  }

  func testARowWithoutAnyValueIsAnEmptyDictionary() async throws {
    try await eachBookings { context, _ in
      let found = try lines(context) { request in
        request.predicate = try FetchPredicate(format: "label == 'C'")
        request.propertiesToFetch = ["price", "isPaid"]
      }
      XCTAssertEqual(found, [""])
    }
  }

  // Fact 90.
  func testUnsavedChangesAreNeverInDictionaries() async throws {
    try await eachBookings { context, container in
      try BookingModel.insert("Booking", ["label": "G"], into: context)
      let request = FetchRequest<ManagedObject>(entityName: "Booking")
      request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
      let objects = try context.fetch(request)
      try objects[0].setValue("Z", forKey: "label")
      context.delete(objects[1])
      let stored = ["A", "B", "C", "D", "E", "F"].map { "label=\($0)" }
      let parent = container.newBackgroundContext()
      try parent.performAndWait { context in
        _ = try BookingModel.insert("Booking", ["label": "H"], into: context)
      }
      for asker in [context, ManagedObjectContext(mainQueueChildOf: parent)] {
        let found = try lines(asker) { request in
          request.includesPendingChanges = true
          request.propertiesToFetch = ["label"]
          request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
        }
        XCTAssertEqual(found, stored)
      }
    }
  }

  func testLimitOffsetPredicateAndDistinctApply() async throws {
    try await eachBookings { context, _ in
      let window = try lines(context) { request in
        request.predicate = try FetchPredicate(format: "nights > 1")
        request.propertiesToFetch = ["label"]
        request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: false)]
        (request.fetchLimit, request.fetchOffset) = (2, 1)
      }
      XCTAssertEqual(window, ["label=E", "label=C"])
      let all = try lines(context) { request in
        request.propertiesToFetch = ["nights", "camper.fullName"]
        request.returnsDistinctResults = true
      }
      // Equal values come once, in the order of the values, nil first.
      XCTAssertEqual(
        all,
        [
          "camper.fullName=Bob", "camper.fullName=Ann nights=2", "camper.fullName=Bob nights=2",
          "camper.fullName=Ann nights=3", "nights=5", "camper.fullName=Cid nights=60",
        ])
      let nights = try lines(context) { request in
        request.propertiesToFetch = ["nights"]
        request.returnsDistinctResults = true
        request.sortDescriptors = [FetchSortDescriptor(key: "nights", ascending: false)]
        request.fetchLimit = 3
      }
      XCTAssertEqual(nights, ["nights=60", "nights=5", "nights=3"])
    }
  }

  func testScalarExpressionsAreWorkedOutForEachRow() async throws {
    try await eachBookings { context, _ in
      let doubled = ExpressionDescription(
        name: "twice",
        expression: FetchExpression(
          forFunction: "multiply:by:",
          arguments: [
            FetchExpression(forKeyPath: "nights"), FetchExpression(forConstantValue: 2),
          ]))
      let found = try lines(context) { request in
        request.propertiesToFetch = ["label", doubled]
        request.sortDescriptors = [
          FetchSortDescriptor(key: "twice", ascending: false),
          FetchSortDescriptor(key: "label", ascending: true),
        ]
        request.fetchLimit = 4
      }
      XCTAssertEqual(
        found, ["label=F twice=120", "label=E twice=10", "label=B twice=6", "label=A twice=4"])
      let counted = ExpressionDescription(
        name: "stays", expression: FetchExpression(forKeyPath: "bookings.@count"))
      let campers = try lines(context, "Camper") { request in
        request.propertiesToFetch = ["fullName", counted]
        request.sortDescriptors = [FetchSortDescriptor(key: "fullName", ascending: true)]
      }
      XCTAssertEqual(
        campers, ["fullName=Ann stays=2", "fullName=Bob stays=2", "fullName=Cid stays=1"])
    }
  }

  func testWrongNamesAreRefusedWithTheRightOnes() async throws {
    try await eachBookings { context, _ in
      let unknown = try refusal(context) { $0.propertiesToFetch = ["lable"] }
      XCTAssertTrue(unknown.contains("did you mean label?"), unknown)
      let twice = try refusal(context) {
        $0.propertiesToFetch = ["label", ExpressionDescription.of("label", "max:", "nights")]
      }
      XCTAssertTrue(twice.contains("two values are fetched under the name label"), twice)
      let transient = try refusal(context) { $0.propertiesToFetch = ["draft"] }
      XCTAssertTrue(transient.contains("draft is transient"), transient)
      let nameless = try refusal(context) {
        $0.propertiesToFetch = [ExpressionDescription.of("", "max:", "nights")]
      }
      XCTAssertTrue(nameless.contains("has no name"), nameless)
      let unsorted = try refusal(context) {
        $0.propertiesToFetch = ["nights"]
        $0.returnsDistinctResults = true
        $0.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
      }
      XCTAssertTrue(unsorted.contains("sort by nights"), unsorted)
    }
  }

  func testCompositeTransformedAndExternalValuesAreWhatTheyAreInObjects() async throws {
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      let site = Site(context: context)
      site.name = "Lake"
      site.labels = ["a", "b"]
      site.photo = Data(repeating: 7, count: 200_000)
      try site.setValue(
        ["city": "Ulm", "place": ["latitude": 48.4]] as [String: Any], forKey: "address")
      let bare = Site(context: context)
      bare.name = "Bare"
      try context.save()
      let request = DictionaryRequest(entityName: "Site")
      request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: false)]
      request.propertiesToFetch = ["name", "labels", "photo", "address", "address.place.latitude"]
      let found = try context.fetch(request)
      XCTAssertEqual(found[0]["labels"] as? [String], ["a", "b"])
      XCTAssertEqual(found[0]["photo"] as? Data, Data(repeating: 7, count: 200_000))
      let address = try XCTUnwrap(found[0]["address"] as? [String: any Sendable])
      XCTAssertEqual(Set(address.keys), ["city", "place"])
      XCTAssertEqual(address["city"] as? String, "Ulm")
      let place = try XCTUnwrap(address["place"] as? [String: any Sendable])
      XCTAssertEqual(place["latitude"] as? Double, 48.4)
      XCTAssertEqual(found[0]["address.place.latitude"] as? Double, 48.4)
      XCTAssertEqual(Set(found[1].keys), ["name"])
    }
  }
}
