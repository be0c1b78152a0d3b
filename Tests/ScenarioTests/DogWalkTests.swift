import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// DogWalk: a dog and its walks, in the order in which they were taken, on a stack of the
/// application's own.
@MainActor
final class DogWalkTests: XCTestCase {
  private typealias Dog = DogWalk.Dog
  private typealias Walk = DogWalk.Walk

  private func minute(_ number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(number) * 60)
  }

  /// Runs a test in an application on a fresh store of every kind.
  private func eachApplication(_ body: @MainActor (WalkList) throws -> Void) async throws {
    try await eachKindOfStore(of: DogWalk.makeModel()) { container in
      try body(try WalkList(stack: DogWalkStack(container), dogNamed: "Fido"))
    }
  }

  private func minutes(_ list: WalkList) -> [Int] {
    list.dog.walks.map { Int($0.date.timeIntervalSince(minute(0)) / 60) }
  }

  func testTheModelIsThatOfTheModelFile() async throws {
    let file = try Fixtures.model("DogWalk.xcdatamodeld/DogWalk")
    XCTAssertEqual(DogWalk.makeModel().lines, file)
  }

  func testTheDogIsFoundAgainAndNotMadeTwice() async throws {
    try await eachApplication { list in
      let again = try WalkList(stack: list.stack, dogNamed: "Fido")
      XCTAssertTrue(again.dog === list.dog)
      list.stack.managedContext.reset()
      XCTAssertEqual(try WalkList(stack: list.stack, dogNamed: "Fido").dog.name, "Fido")
      XCTAssertEqual(try Dog.count(in: list.stack.managedContext), 1)
    }
  }

  func testWalksAreListedInTheOrderInWhichTheyWereAdded() async throws {
    try await eachApplication { list in
      // The clock was set back between the second and the third.
      for number in [5, 9, 1, 7] { try list.add(minute(number)) }
      XCTAssertEqual(minutes(list), [5, 9, 1, 7])
      XCTAssertTrue(list.dog.walks.allSatisfy { $0.dog === list.dog })
      list.stack.managedContext.refreshAllObjects()
      XCTAssertEqual(minutes(list), [5, 9, 1, 7])
    }
  }

  func testADeletedWalkLeavesTheOthersInTheirOrder() async throws {
    try await eachApplication { list in
      for number in 0..<6 { try list.add(minute(number)) }
      try list.remove(at: 2)
      XCTAssertEqual(minutes(list), [0, 1, 3, 4, 5])
      try list.remove(at: 4)
      try list.remove(at: 0)
      try list.add(minute(9))
      XCTAssertEqual(minutes(list), [1, 3, 4, 9])
      list.stack.managedContext.reset()
      let again = try WalkList(stack: list.stack, dogNamed: "Fido")
      XCTAssertEqual(minutes(again), [1, 3, 4, 9])
      XCTAssertEqual(try Walk.count(in: list.stack.managedContext), 4)
    }
  }

  func testWalksAreMovedAndInsertedInTheMiddle() async throws {
    try await eachApplication { list in
      for number in 0..<4 { try list.add(minute(number)) }
      list.dog.walks.move(list.dog.walks[3], to: 1)
      let walks = try list.dog.mutableOrderedSetValue(forKey: "walks")
      let late: Walk = try list.stack.managedContext.insertObject()
      late.date = minute(8)
      walks.insert(late, at: 2)
      XCTAssertTrue(late.dog === list.dog)
      XCTAssertEqual(minutes(list), [0, 3, 8, 1, 2])
      try list.stack.saveContext()
      list.stack.managedContext.reset()
      XCTAssertEqual(
        minutes(try WalkList(stack: list.stack, dogNamed: "Fido")), [0, 3, 8, 1, 2])
    }
  }

  func testAWalkOfAnotherDogGoesToTheEndOfItsNewOnesWalks() async throws {
    try await eachApplication { list in
      let other = try WalkList(stack: list.stack, dogNamed: "Bello")
      for number in 0..<3 { try list.add(minute(number)) }
      for number in 7..<9 { try other.add(minute(number)) }
      list.dog.walks[0].dog = other.dog
      XCTAssertEqual(minutes(list), [1, 2])
      XCTAssertEqual(minutes(other), [7, 8, 0])
      try list.stack.saveContext()
      list.stack.managedContext.refreshAllObjects()
      XCTAssertEqual(minutes(list), [1, 2])
      XCTAssertEqual(minutes(other), [7, 8, 0])
    }
  }

  func testADogThatLeavesLetsItsWalksGo() async throws {
    try await eachApplication { list in
      for number in 0..<2 { try list.add(minute(number)) }
      list.stack.managedContext.delete(list.dog)
      try list.stack.saveContext()
      let walks = try Walk.fetch(in: list.stack.managedContext)
      XCTAssertEqual(walks.count, 2)
      XCTAssertTrue(walks.allSatisfy { $0.dog == nil })
    }
  }

  func testTheOrderIsThereAfterARelaunch() async throws {
    let folder = try temporaryFolder("walks")
    let file = PersistentStoreDescription(url: folder.file("DogWalk.sqlite"))
    func launch(_ body: (WalkList) throws -> Void) throws {
      let container = try PersistentContainer(
        name: "DogWalk", managedObjectModel: DogWalk.makeModel(), descriptions: [file])
      try container.loadPersistentStores()
      try body(try WalkList(stack: DogWalkStack(container), dogNamed: "Fido"))
      for store in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(store)
      }
    }
    try launch { list in
      for number in [3, 1, 2] { try list.add(minute(number)) }
      try list.remove(at: 1)
    }
    try launch { list in
      XCTAssertEqual(minutes(list), [3, 2])
      try list.add(minute(0))
    }
    try launch { XCTAssertEqual(minutes($0), [3, 2, 0]) }
  }
}

/// The application's own stack: a container, and saving where there is something to save.
@MainActor
private final class DogWalkStack {
  private let container: PersistentContainer

  init(_ container: PersistentContainer) {
    self.container = container
  }

  var managedContext: ManagedObjectContext { container.viewContext }

  func saveContext() throws {
    guard managedContext.hasChanges else { return }
    try managedContext.save()
  }
}

/// The one screen: a dog's walks.
@MainActor
private final class WalkList {
  let stack: DogWalkStack
  let dog: DogWalk.Dog

  /// Finds the dog, or adds it at the first launch.
  init(stack: DogWalkStack, dogNamed name: String) throws {
    self.stack = stack
    dog = try DogWalk.Dog.findOrCreate(
      in: stack.managedContext, matching: try FetchPredicate(format: "name == %@", name)
    ) { $0.name = name }
    try stack.saveContext()
  }

  func add(_ date: Date) throws {
    let walk: DogWalk.Walk = try stack.managedContext.insertObject()
    walk.date = date
    dog.walks.append(walk)
    try stack.saveContext()
  }

  func remove(at row: Int) throws {
    stack.managedContext.delete(dog.walks[row])
    try stack.saveContext()
  }
}

private enum DogWalk {
  final class Dog: ManagedObject, ManagedEntity {
    @Managed("name") var name: String?
    @Managed("walks") var walks: OrderedSet<Walk>
  }

  final class Walk: ManagedObject, ManagedEntity {
    @Managed("date") var date: Date
    @Managed("dog") var dog: Dog?
  }

  static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Dog", class: Dog.self) {
        AttributeDescription("name", .string)
        RelationshipDescription("walks", toMany: "Walk", inverse: "dog", isOrdered: true)
      }
      EntityDescription("Walk", class: Walk.self) {
        AttributeDescription("date", .date)
        RelationshipDescription("dog", toOne: "Dog", inverse: "walks")
      }
    }
  }
}
