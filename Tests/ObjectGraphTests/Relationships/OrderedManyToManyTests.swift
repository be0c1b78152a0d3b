import Foundation
import ObjectGraph
import XCTest

/// Ordered relationships that are kept in join tables.
@MainActor
final class OrderedManyToManyTests: XCTestCase {
  private func rexAndParks(
    _ context: ManagedObjectContext, _ names: [String] = ["a", "b", "c"]
  ) -> (rex: Walker, parks: [Park]) {
    (context.walker("R"), names.map { context.park($0) })
  }

  private func stored(_ context: ManagedObjectContext, _ name: String) throws -> Park {
    let request = FetchRequest<Park>()
    request.predicate = try FetchPredicate(format: "name == %@", name)
    return try XCTUnwrap(try context.fetch(request).first)
  }

  func testTheSchemaHasAnOrderColumnForEachOrderedSide() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      guard
        let schema = try container.shell(
          "SELECT sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_%' ESCAPE '\\' "
            + "AND sql LIKE '%FOK%' ORDER BY name")
      else { return }
      // Park 1, Walk 2, Walker 3. The names of a relationship without inverse and of one that is
      // its own inverse are not settled by any store of Core Data's.
      XCTAssertEqual(
        schema,
        """
        CREATE TABLE Z_1NEIGHBOURS ( Z_1NEIGHBOURS INTEGER, REFLEXIVE INTEGER, Z_FOK_REFLEXIVE \
        INTEGER, PRIMARY KEY (Z_1NEIGHBOURS, REFLEXIVE) )
        CREATE TABLE Z_1WALKERS ( Z_1PARKS INTEGER, Z_3WALKERS INTEGER, Z_FOK_1PARKS INTEGER, \
        Z_FOK_3WALKERS INTEGER, PRIMARY KEY (Z_1PARKS, Z_3WALKERS) )
        CREATE TABLE Z_3WISHES ( Z_3WISHESINVERSE INTEGER, Z_1WISHES INTEGER, Z_FOK_1WISHES \
        INTEGER, PRIMARY KEY (Z_3WISHESINVERSE, Z_1WISHES) )
        """)
    }
  }

  func testBothSidesHaveTheirOwnOrder() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let (rex, parks) = rexAndParks(context)
      let tom = context.walker("T")
      rex.parks = [parks[2], parks[0], parks[1]]
      tom.parks = [parks[1], parks[2]]
      XCTAssertEqual(parks[1].walkers.names, "RT")
      parks[1].walkers.reverse()
      try context.save()
      context.reset()
      let walkers = try context.fetch(FetchRequest<Walker>())
      XCTAssertEqual(walkers.map { $0.parks.names }.sorted(), ["bc", "cab"])
      XCTAssertEqual(try stored(context, "a").walkers.names, "R")
      XCTAssertEqual(try stored(context, "b").walkers.names, "TR")
      XCTAssertEqual(try stored(context, "c").walkers.names, "RT")
      if let raw = try container.shell(
        "SELECT group_concat(ZNAME, '') FROM (SELECT ZNAME FROM Z_1WALKERS j JOIN ZPARK p "
          + "ON p.Z_PK = j.Z_1PARKS WHERE j.Z_3WALKERS = 1 ORDER BY Z_FOK_1PARKS)")
      {
        XCTAssertEqual(raw, "cab")
      }
    }
  }

  func testWhatComesFromTheOtherSideGoesToTheEndInTheOrderInWhichItCame() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let (rex, parks) = rexAndParks(context, ["a", "b", "c", "d"])
      rex.parks = [parks[3]]
      try context.save()
      context.reset()
      let again = try context.storedWalker()
      // Changed in the other order than they enter.
      for name in ["a", "b", "c"] { try stored(context, name).name += "!" }
      for name in ["c", "a", "b"] { try stored(context, name + "!").walkers.append(again) }
      XCTAssertEqual(again.parks.names, "dc!a!b!")
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().parks.names, "dc!a!b!")
    }
  }

  func testAMemberThatLeftAndCameBackIsAtTheEnd() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let (rex, parks) = rexAndParks(context)
      rex.parks = OrderedSet(parks)
      try context.save()
      parks[0].walkers = []
      parks[0].walkers = [rex]
      XCTAssertEqual(rex.parks.names, "bca")
      XCTAssertEqual(rex.changedValues().map(\.key), ["parks"])
      try context.save()
      // The pairs are the same, so that only the owner's version says that its order is not.
      if let version = try container.shell("SELECT Z_OPT FROM ZWALKER") {
        XCTAssertEqual(version, "2")
      }
      context.reset()
      XCTAssertEqual(try context.storedWalker().parks.names, "bca")
    }
  }

  func testAMoveWritesTheMovedPairAloneAndRaisesTheOwner() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let (rex, parks) = rexAndParks(context)
      rex.parks = OrderedSet(parks)
      try context.save()
      rex.parks.move(parks[2], to: 1)
      XCTAssertTrue(rex.hasChanges)
      XCTAssertEqual(context.updatedObjects, [rex])
      XCTAssertEqual(
        rex.changedValues()["parks"] as? OrderedSet<ManagedObject>,
        [parks[0], parks[2], parks[1]])
      XCTAssertEqual(
        try rex.committedValues(forKeys: ["parks"])["parks"] as? OrderedSet<ManagedObject>,
        [parks[0], parks[1], parks[2]])
      try context.save()
      XCTAssertFalse(rex.hasChanges)
      if let raw = try container.shell(
        "SELECT group_concat(x, ' ') FROM (SELECT ZNAME || Z_FOK_1PARKS || ':' || Z_OPT AS x "
          + "FROM Z_1WALKERS JOIN ZPARK ON Z_PK = Z_1PARKS ORDER BY Z_FOK_1PARKS)")
      {
        XCTAssertEqual(raw, "a2048:1 c2560:1 b3072:1")
        XCTAssertEqual(try container.shell("SELECT Z_OPT FROM ZWALKER"), "2")
      }
      context.reset()
      XCTAssertEqual(try context.storedWalker().parks.names, "acb")
    }
  }

  func testTwoWritersWhoMoveInOneOrderConflict() async throws {
    try await eachPairOfWriters(model: OrderedModel.make) { pair in
      let context = pair.container.viewContext
      let (rex, parks) = rexAndParks(context)
      rex.parks = OrderedSet(parks)
      try context.save()
      rex.parks.reverse()
      try pair.elsewhere.performAndWait { other in
        let rex = try XCTUnwrap(try other.fetch(FetchRequest<Walker>()).first)
        rex.parks.move(rex.parks[0], to: 1)
        try other.save()
      }
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
    }
  }

  func testARelationshipThatIsItsOwnInverseIsOrderedOnBothSides() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let (_, parks) = rexAndParks(context)
      parks[0].neighbours = [parks[2], parks[1]]
      parks[1].neighbours.append(parks[2])
      XCTAssertEqual(parks[2].neighbours.names, "ab")
      parks[2].neighbours.reverse()
      try context.save()
      context.reset()
      XCTAssertEqual(try stored(context, "a").neighbours.names, "cb")
      XCTAssertEqual(try stored(context, "b").neighbours.names, "ac")
      XCTAssertEqual(try stored(context, "c").neighbours.names, "ba")
      try stored(context, "c").neighbours.remove(at: 0)
      try context.save()
      context.reset()
      XCTAssertEqual(try stored(context, "b").neighbours.names, "a")
      XCTAssertEqual(try stored(context, "c").neighbours.names, "a")
    }
  }

  func testARelationshipWithoutInverseIsOrdered() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let (rex, parks) = rexAndParks(context)
      rex.wishes = [parks[1], parks[2], parks[0]]
      try context.save()
      rex.wishes.move(parks[0], to: 0)
      rex.wishes.remove(parks[1])
      rex.wishes.append(parks[1])
      XCTAssertEqual(rex.wishes.names, "acb")
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().wishes.names, "acb")
    }
  }

  func testRollbackBringsTheOrderBack() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let (rex, parks) = rexAndParks(context)
      rex.parks = OrderedSet(parks)
      try context.save()
      rex.parks.reverse()
      rex.parks.remove(parks[1])
      rex.parks.append(context.park("d"))
      XCTAssertEqual(rex.parks.names, "cad")
      context.rollback()
      XCTAssertEqual(rex.parks.names, "abc")
    }
  }

  func testAChildSavesItsOrderIntoItsParentAndOn() async throws {
    for isThrough in [true, false] {
      try await eachStore(model: OrderedModel.walks()) { container in
        let context = container.viewContext
        let (rex, parks) = rexAndParks(context)
        rex.parks = OrderedSet(parks)
        try context.save()
        let child = context.makeChild()
        let mine = try XCTUnwrap(child.object(with: rex.objectID) as? Walker)
        mine.parks.reverse()
        mine.parks.insert(child.park("x"), at: 1)
        // The parent goes on meanwhile.
        rex.parks.append(context.park("p"))
        if isThrough {
          try child.saveThrough()
        } else {
          try child.save()
          XCTAssertEqual(rex.parks.names, "cxbap")
          try context.save()
        }
        XCTAssertEqual(rex.parks.names, "cxbap")
        context.reset()
        XCTAssertEqual(try context.storedWalker().parks.names, "cxbap")
      }
    }
  }
}
