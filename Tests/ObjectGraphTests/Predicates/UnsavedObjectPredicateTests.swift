import ObjectGraph
import TestSupport
import XCTest

/// Predicates made with objects that are saved only afterwards.
@MainActor
final class UnsavedObjectPredicateTests: XCTestCase {
  private func newOwner(_ name: String, in context: ManagedObjectContext) -> Owner {
    let owner = Owner(context: context)
    owner.name = name
    return owner
  }

  private func newPet(_ name: String, of owner: Owner?, in context: ManagedObjectContext) -> Pet {
    let pet = Pet(context: context)
    (pet.name, pet.owner) = (name, owner)
    return pet
  }

  /// Every way to put an object into a predicate.
  private func predicates(of owner: Owner) throws -> [FetchPredicate] {
    let typed: TypedPredicate<Pet> = \.owner == owner
    let id = owner.objectID
    return [
      try FetchPredicate(format: "owner == %@", owner),
      try FetchPredicate(format: "owner IN %@", [owner]),
      try FetchPredicate(format: "owner == $o").withSubstitutionVariables(["o": owner]),
      try FetchPredicate(format: "SUBQUERY(owner.pets, $p, $p.owner == %@).@count > 0", owner),
      try FetchPredicate(format: "NOT owner != %@ AND name != %@", owner, "x"),
      try FetchPredicate(format: "owner == %@", id),
      typed,
      ComparisonPredicate(
        leftExpression: FetchExpression(forKeyPath: "owner"),
        rightExpression: FetchExpression(forConstantValue: owner), type: .equalTo),
    ]
  }

  func testAPredicateMadeWithANewObjectFindsTheSameBeforeAndAfterTheSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = self.newOwner("Ann", in: context)
      let pet = self.newPet("Rex", of: owner, in: context)
      _ = self.newPet("Stray", of: nil, in: context)
      _ = self.newPet("Tom", of: self.newOwner("Bob", in: context), in: context)
      let predicates = try self.predicates(of: owner)
      for isSaved in [false, true] {
        for predicate in predicates {
          let request = Pet.fetchRequest()
          request.predicate = predicate
          let found = try context.fetch(request)
          XCTAssertEqual(found, [pet], "\(predicate), saved: \(isSaved)")
          XCTAssertEqual(try context.count(for: request), 1, "\(predicate)")
          XCTAssertTrue(try predicate.evaluate(with: pet), "\(predicate), saved: \(isSaved)")
        }
        if !isSaved { try context.save() }
      }
    }
  }

  func testItFindsTheObjectInOtherContextsAndWithFreshOnes() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = self.newOwner("Ann", in: context)
      _ = self.newPet("Rex", of: owner, in: context)
      let predicates = try self.predicates(of: owner)
      try context.save()
      context.reset()
      for predicate in predicates {
        let request = Pet.fetchRequest()
        request.predicate = predicate
        XCTAssertEqual(try context.fetch(request).map(\.name), ["Rex"], "\(predicate)")
        let names = try container.newBackgroundContext().performAndWait { context in
          let request = Pet.fetchRequest()
          request.predicate = predicate
          return try context.fetch(request).map(\.name)
        }
        XCTAssertEqual(names, ["Rex"], "\(predicate)")
      }
    }
  }

  func testAnObjectOfAChildIsFoundInTheParentOnceItIsSavedThere() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      let owner = self.newOwner("Ann", in: child)
      let pet = self.newPet("Rex", of: owner, in: child)
      let predicates = try self.predicates(of: owner)
      try child.save()
      for predicate in predicates {
        let request = Pet.fetchRequest()
        request.predicate = predicate
        XCTAssertEqual(try context.count(for: request), 1, "\(predicate)")
      }
      try context.save()
      for predicate in predicates {
        // Before the child was asked for anything else since its parent was saved.
        XCTAssertTrue(try predicate.evaluate(with: pet), "\(predicate)")
        let request = Pet.fetchRequest()
        request.predicate = predicate
        XCTAssertEqual(try child.fetch(request), [pet], "\(predicate)")
        XCTAssertEqual(try context.fetch(request).map(\.name), ["Rex"], "\(predicate)")
      }
    }
  }

  func testAPermanentIDThatIsObtainedBeforeTheSaveIsTakenOver() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = self.newOwner("Ann", in: context)
      let pet = self.newPet("Rex", of: owner, in: context)
      let predicate = try FetchPredicate(format: "owner == %@", owner)
      try context.obtainPermanentIDs(for: [owner])
      let request = Pet.fetchRequest()
      request.predicate = predicate
      XCTAssertEqual(try context.fetch(request), [pet])
      try context.save()
      XCTAssertEqual(try context.fetch(request), [pet])
    }
  }

  func testOneFormatWithSeveralNewObjectsKeepsThemApart() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var requests: [(FetchRequest<Pet>, String)] = []
      for name in ["Ann", "Bob", "Cid"] {
        let owner = self.newOwner(name, in: context)
        _ = self.newPet("\(name)'s", of: owner, in: context)
        let request = Pet.fetchRequest()
        request.predicate = try FetchPredicate(format: "owner == %@", owner)
        requests.append((request, "\(name)'s"))
      }
      try context.save()
      context.reset()
      for (request, name) in requests {
        XCTAssertEqual(try context.fetch(request).map(\.name), [name])
      }
    }
  }

  func testAPredicateKeepsNoObject() async throws {
    try await eachStore { container in
      let context = container.viewContext
      weak var released: Owner?
      var predicate: FetchPredicate?
      do {
        let owner = self.newOwner("Ann", in: context)
        predicate = try FetchPredicate(format: "owner == %@", owner)
        released = owner
        context.rollback()
      }
      XCTAssertNil(released)
      let request = Pet.fetchRequest()
      request.predicate = predicate
      _ = self.newPet("Rex", of: self.newOwner("Bob", in: context), in: context)
      try context.save()
      XCTAssertEqual(try context.count(for: request), 0)
    }
  }

  func testValuesWithoutAModelAreComparedWithTheObjectThatWasSavedSince() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = self.newOwner("Ann", in: context)
      let predicate = try FetchPredicate(format: "owner == %@", owner)
      let values: [String: Any?] = ["owner": owner]
      XCTAssertTrue(try predicate.evaluate(with: values))
      try context.save()
      XCTAssertTrue(try predicate.evaluate(with: values))
      XCTAssertTrue(try predicate.evaluate(with: ["owner": owner.objectID]))
    }
  }
}
