import ObjectGraph
import XCTest

/// Fetches within expressions: evaluated by themselves, and as a part of predicates.
@MainActor
final class FetchRequestExpressionTests: XCTestCase {
  /// Five owners aged 0 to 4, each with a pet, saved; then owner 1 becomes 40, owner 4 is deleted,
  /// and a sixth, aged 41, is inserted, all of it unsaved.
  private func stage(_ container: PersistentContainer) throws -> ManagedObjectContext {
    _ = try container.saveOwners(5, petsEach: 1)
    let context = container.viewContext
    let owners = try context.fetch(ownersByName())
    owners[1].age = 40
    context.delete(owners[4])
    let new = Owner(context: context)
    (new.name, new.age) = ("Sixth", 41)
    let pet = Pet(context: context)
    (pet.name, pet.owner) = ("Pet of the sixth", new)
    return context
  }

  private func constant(_ value: Any?) -> FetchExpression {
    FetchExpression(forConstantValue: value)
  }

  private func found<Result>(
    _ request: FetchRequest<Result>, in context: ManagedObjectContext, countOnly: Bool = false
  ) -> FetchRequestExpression {
    .expression(
      forFetch: constant(request), context: constant(context), countOnly: countOnly)
  }

  private func owners(_ format: String) throws -> FetchRequest<Owner> {
    let request = ownersByName()
    request.predicate = try FetchPredicate(format: format)
    return request
  }

  private func names<Object: ManagedObject>(
    _ type: Object.Type, _ format: String, _ arguments: Any..., in context: ManagedObjectContext
  ) throws -> [String?] {
    let request = FetchRequest<Object>()
    request.predicate = try FetchPredicate(format: format, argumentArray: arguments)
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    let objects = try context.fetch(request)
    XCTAssertEqual(try context.count(for: request), objects.count)
    // What the store finds is what the predicate says of the objects in memory.
    request.predicate = nil
    let all = try context.fetch(request)
    let predicate = try FetchPredicate(format: format, argumentArray: arguments)
    XCTAssertEqual(try all.filter { try predicate.evaluate(with: $0) }, objects, format)
    return try objects.map { try $0.value(forKey: "name") as? String }
  }

  private func assertThrows(
    _ message: String, _ body: () throws -> Void, line: UInt = #line
  ) {
    XCTAssertThrowsError(try body(), line: line) { error in
      let error = error as? ObjectGraphError
      XCTAssertEqual(error?.code, .invalidArgument, line: line)
      XCTAssertEqual(error?.message, message, line: line)
    }
  }

  // MARK: By itself

  func testItsValueIsWhatTheRequestAsksFor() async throws {
    try await eachStore { container in
      let context = try stage(container)
      let old = try owners("age > 1")
      let objects = try found(old, in: context).expressionValue(with: nil) as? [Owner]
      XCTAssertEqual(objects, try context.fetch(old))
      XCTAssertEqual(objects?.map(\.age), [40, 2, 3, 41])
      let number = try found(old, in: context, countOnly: true).expressionValue(with: nil)
      XCTAssertEqual(number as? Int64, 4)
      let ids = FetchRequest<ManagedObjectID>(entityName: "Owner")
      let known = try found(ids, in: context).expressionValue(with: nil) as? [ManagedObjectID]
      XCTAssertEqual(known?.count, 5)
      let rows = FetchRequest<[String: any Sendable]>(entityName: "Owner")
      rows.propertiesToFetch = ["age"]
      rows.fetchLimit = 1
      let values = try found(rows, in: context).expressionValue(with: nil) as? [[String: Any]]
      XCTAssertEqual(values?.first?["age"] as? Int64, 0)
      let count = FetchRequest<Int>(entityName: "Pet")
      XCTAssertEqual(
        try found(count, in: context).expressionValue(with: nil) as? Int64, 6)
    }
  }

  func testTheRequestAndTheContextMayBeVariables() async throws {
    try await eachStore { container in
      let context = try stage(container)
      let expression = FetchRequestExpression.expression(
        forFetch: FetchExpression(forVariable: "request"),
        context: FetchExpression(forVariable: "context"), countOnly: true)
      let values: [String: Any?] = ["request": try owners("age == 41"), "context": context]
      XCTAssertEqual(
        try expression.expressionValue(with: nil, context: values) as? Int64, 1)
      let predicate = try FetchPredicate(format: "%@ == 1", expression)
      let request = ownersByName()
      request.predicate = predicate
      assertThrows(
        "the variable $request has no value, but a fetch request is needed"
      ) { _ = try context.fetch(request) }
      request.predicate = try predicate.withSubstitutionVariables(values)
      XCTAssertEqual(try context.fetch(request).count, 5)
    }
  }

  func testObjectsAreRefusedAwayFromTheirQueue() async throws {
    try await eachStore { container in
      let background = container.newBackgroundContext()
      let expression = FetchRequestExpression.expression(
        forFetch: constant(FetchRequest<Owner>()), context: constant(background), countOnly: false)
      XCTAssertThrowsError(try expression.expressionValue(with: nil)) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.repair,
          "evaluate the expression within its perform, or use it in a predicate")
      }
      let count = try background.performAndWait { _ in
        (try expression.expressionValue(with: nil) as? [Any])?.count
      }
      XCTAssertEqual(count, 0)
    }
  }

  // MARK: In predicates

  func testObjectsAreInWhatAFetchFindsUnsavedChangesIncluded() async throws {
    try await eachStore { container in
      let context = try stage(container)
      let old = found(try owners("age > 2"), in: context)
      let expected = [PersistentContainer.ownerName(1), PersistentContainer.ownerName(3), "Sixth"]
      let rest = [PersistentContainer.ownerName(0), PersistentContainer.ownerName(2)]
      for _ in 0..<2 {
        XCTAssertEqual(try names(Owner.self, "SELF IN %@", old, in: context), expected)
        XCTAssertEqual(try names(Owner.self, "NOT SELF IN %@", old, in: context), rest)
        XCTAssertEqual(
          try names(Owner.self, "ANY pets.owner IN %@", old, in: context), expected)
        XCTAssertEqual(
          try names(
            Owner.self, "SUBQUERY(pets, $p, $p.owner IN %@).@count == 1", old, in: context),
          expected)
        XCTAssertEqual(
          try names(Pet.self, "owner IN %@", old, in: context),
          ["Pet 1.0", "Pet 3.0", "Pet of the sixth"])
        // The one whose owner was deleted is nobody's.
        XCTAssertEqual(
          try names(Pet.self, "NOT owner IN %@", old, in: context),
          ["Pet 0.0", "Pet 2.0", "Pet 4.0"])
        try context.save()
      }
    }
  }

  func testUnsavedChangesAreLeftOutIfTheRequestSaysSo() async throws {
    try await eachStore { container in
      let context = try stage(container)
      let request = try owners("age > 2")
      request.includesPendingChanges = false
      // Owner 4, whom the store still has, is deleted here.
      XCTAssertEqual(
        try names(Owner.self, "SELF IN %@", found(request, in: context), in: context),
        [PersistentContainer.ownerName(3)])
    }
  }

  func testANumberIsComparedLikeAnyOther() async throws {
    try await eachStore { container in
      let context = try stage(container)
      let count = found(try owners("age > 2"), in: context, countOnly: true)
      XCTAssertEqual(try names(Owner.self, "%@ == 3", count, in: context).count, 5)
      XCTAssertEqual(try names(Owner.self, "%@ > 3", count, in: context), [])
      XCTAssertEqual(
        try names(Owner.self, "age < %@", count, in: context),
        [PersistentContainer.ownerName(0), PersistentContainer.ownerName(2)])
      XCTAssertEqual(
        try names(Owner.self, "age == %@ - 1", count, in: context),
        [PersistentContainer.ownerName(2)])
    }
  }

  func testTheOneColumnOfDictionariesIsAListOfValues() async throws {
    try await eachStore { container in
      let context = try stage(container)
      try context.save()
      let request = FetchRequest<[String: any Sendable]>(entityName: "Owner")
      request.predicate = try FetchPredicate(format: "age > 3")
      request.propertiesToFetch = ["name"]
      XCTAssertEqual(
        try names(Pet.self, "owner.name IN %@", found(request, in: context), in: context),
        ["Pet 1.0", "Pet of the sixth"])
      request.propertiesToFetch = ["name", "age"]
      assertThrows(
        "in the fetch of Owner inside an expression: dictionaries of name, age cannot be"
          + " compared"
      ) {
        _ = try names(Pet.self, "owner.name IN %@", found(request, in: context), in: context)
      }
    }
  }

  func testAnotherContextIsAskedOnItsQueue() async throws {
    try await eachStore { container in
      _ = try container.saveOwners(3)
      let background = container.newBackgroundContext()
      try background.performAndWait { context in
        try context.fetch(ownersByName())[1].age = 50
      }
      let request = try owners("age == 50")
      let there = FetchRequestExpression.expression(
        forFetch: constant(request), context: constant(background), countOnly: false)
      let context = container.viewContext
      XCTAssertEqual(
        try names(Owner.self, "SELF IN %@", there, in: context),
        [PersistentContainer.ownerName(1)])
      XCTAssertEqual(
        try names(Owner.self, "SELF IN %@", found(request, in: context), in: context), [])
      // From the other queue, and back to this one.
      let here = found(try owners("age < 2"), in: context)
      let count = try background.performAndWait { other in
        let request = ownersByName()
        request.predicate = try FetchPredicate(format: "SELF IN %@", here)
        return try other.count(for: request)
      }
      XCTAssertEqual(count, 2)
    }
  }

  func testFetchesCanBeNestedAndTheResultBeLong() async throws {
    try await eachStore { container in
      _ = try container.saveOwners(700, petsEach: 1)
      let context = container.viewContext
      let inner = found(try owners("age < 600"), in: context)
      let pets = FetchRequest<Pet>()
      pets.predicate = try FetchPredicate(format: "owner IN %@", inner)
      let request = ownersByName()
      request.predicate = try FetchPredicate(format: "ANY pets IN %@", found(pets, in: context))
      XCTAssertEqual(try context.count(for: request), 600)
      XCTAssertEqual(try context.fetch(request).count, 600)
    }
  }

  func testBatchRequestsTakeItToo() async throws {
    try await eachStore { container in
      _ = try container.saveOwners(4)
      let context = container.viewContext
      let update = BatchUpdateRequest(entityName: "Owner")
      update.predicate = try FetchPredicate(
        format: "SELF IN %@", found(try owners("age > 1"), in: context))
      update.propertiesToUpdate = ["age": 9]
      try context.execute(update)
      context.reset()
      XCTAssertEqual(try context.fetch(ownersByName()).map(\.age), [0, 1, 9, 9])
    }
  }

  // MARK: What does not fit

  func testWhatCannotBeFetchedIsAnError() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let request = ownersByName()
      func use(_ expression: FetchExpression) throws {
        request.predicate = try FetchPredicate(format: "SELF IN %@", expression)
        _ = try context.fetch(request)
      }
      assertThrows(
        "in the fetch of Ower inside an expression: the model has no entity Ower"
      ) { try use(found(FetchRequest<ManagedObject>(entityName: "Ower"), in: context)) }
      assertThrows(
        "in the fetch of Owner inside an expression: Owner has no \"agee\""
      ) { try use(found(try owners("agee > 1"), in: context)) }
      assertThrows("a fetch inside an expression needs a fetch request, found 5") {
        try use(
          FetchRequestExpression.expression(
            forFetch: constant(5), context: constant(context), countOnly: false))
      }
      assertThrows("a fetch inside an expression needs a context, found 5") {
        try use(
          FetchRequestExpression.expression(
            forFetch: constant(request), context: constant(5), countOnly: false))
      }
      assertThrows("<Owner> is not a value") { try use(constant(FetchRequest<Owner>())) }
      assertThrows("IN needs a list on its right side") {
        try use(found(FetchRequest<Owner>(), in: context, countOnly: true))
      }
      assertThrows("a list can only be used on the right side of IN and BETWEEN") {
        request.predicate = try FetchPredicate(
          format: "SELF == %@", found(FetchRequest<Owner>(), in: context))
        _ = try context.fetch(request)
      }
      _ = Pet(context: context)
      request.predicate = try FetchPredicate(
        format: "age IN %@", found(FetchRequest<Pet>(), in: context))
      XCTAssertThrowsError(try context.fetch(request)) { error in
        let message = (error as? ObjectGraphError)?.message ?? ""
        XCTAssertTrue(
          message.hasPrefix("age (an integer) cannot be compared with an object"), message)
      }
    }
  }

  func testNestingIsBounded() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var request = FetchRequest<Owner>()
      for _ in 0..<22 {
        let outer = FetchRequest<Owner>()
        outer.predicate = try FetchPredicate(format: "SELF IN %@", found(request, in: context))
        request = outer
      }
      XCTAssertEqual(try context.fetch(request), [])
      XCTAssertThrowsError(
        try FetchPredicate(format: "SELF IN %@", found(request, in: context))
      ) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.message, "the predicate is nested deeper than 500 levels")
      }
    }
  }

  // MARK: Parts

  func testItsPartsAreThoseOfCoreData() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let request = try owners("age > 2")
      request.fetchLimit = 3
      let expression = found(request, in: context, countOnly: true)
      XCTAssertEqual(expression.expressionType.rawValue, 50)
      XCTAssertTrue(expression.isCountOnlyRequest)
      let stated = expression.requestExpression.constantValue as? FetchRequestDescription
      XCTAssertEqual(stated?.predicate?.predicateFormat, "age > 2")
      XCTAssertEqual(stated?.fetchLimit, 3)
      XCTAssertEqual(expression.contextExpression.expressionType, .constantValue)
      XCTAssertEqual(
        "\(expression)",
        "FETCH(<Owner where age > 2, at most 3>, <the context on the main queue>, YES)")
      XCTAssertEqual(expression, found(request, in: context, countOnly: true))
      XCTAssertNotEqual(expression, found(request, in: context))
      let part = try XCTUnwrap(
        ComparisonPredicate(try FetchPredicate(format: "%@ > 1", expression)))
      XCTAssertEqual(FetchRequestExpression(part.leftExpression)?.isCountOnlyRequest, true)
      XCTAssertNil(FetchRequestExpression(part.rightExpression))
      // Later changes of the request are none of the expression's.
      request.fetchLimit = 1
      XCTAssertNotEqual(expression, found(request, in: context, countOnly: true))
    }
  }
}
