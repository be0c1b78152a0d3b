import Foundation
import ObjectGraph
import Synchronization
import XCTest

/// Contexts on their queues, notifications, and the stack of root and main context.
@MainActor
final class QueueTests: XCTestCase {
  func testNestedWaitingNeverDeadlocks() async throws {
    try await eachStore { container in
      let (a, b) = (container.newBackgroundContext(), container.newBackgroundContext())
      let depth = a.performAndWait { _ in
        b.performAndWait { _ in
          a.performAndWait { _ in
            b.performAndWait { _ in a.performAndWait { _ in 5 } }
          }
        }
      }
      XCTAssertEqual(depth, 5)
    }
  }

  func testATaskThatABodyStartsDoesNotHoldTheBodysQueue() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let background = stack.newDerivedContext()
    let visits = Visits()
    let tasks = background.performAndWait { _ in
      (0..<8).map { _ in Task { background.performAndWait { _ in visits.stay() } } }
    }
    for task in tasks { await task.value }
    XCTAssertEqual(visits.overlaps, 0)
  }

  func testPerformRunsInOrderAndReturnsItsResult() async throws {
    try await eachStore { container in
      let background = container.newBackgroundContext()
      for number in 1...20 {
        try await background.perform { context in
          let owner = Owner(context: context)
          owner.name = "\(number)"
          try context.save()
        }
      }
      let count = try await background.perform { try $0.count(for: FetchRequest<Owner>()) }
      XCTAssertEqual(count, 20)
    }
  }

  func testASaveTellsWhatItSaved() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      var order: [String] = []
      var inserted: [String] = []
      let center = NotificationCenter.default
      let names = [
        ManagedObjectContext.didChangeObjectsNotification,
        ManagedObjectContext.willSaveObjectsNotification,
        ManagedObjectContext.didSaveObjectsNotification,
      ]
      let observers = names.map { name in
        center.addObserver(forName: name, object: context, queue: nil) { notification in
          MainActor.assumeIsolated {
            order.append(name.rawValue)
          }
        }
      }
      let last = center.addObserver(
        forName: ManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
      ) { notification in
        let key = ManagedObjectContext.NotificationKey.insertedObjects.rawValue
        let set = notification.userInfo?[key] as? Set<ManagedObject>
        let names = (set ?? []).map { ($0 as? Owner)?.name ?? "" }
        MainActor.assumeIsolated { inserted = names }
      }
      try context.save()
      for observer in observers + [last] { center.removeObserver(observer) }
      XCTAssertEqual(order, names.map(\.rawValue))
      XCTAssertEqual(inserted, ["Ann"])
    }
  }

  func testTheMainContextOfAStackTakesOverWhatADerivedContextSaved() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let main = stack.mainContext
    let owner = Owner(context: main)
    owner.name = "Ann"
    try main.saveThrough()
    let id = owner.objectID
    XCTAssertEqual(owner.pets, [])
    try await stack.newDerivedContext().perform { derived in
      guard let mine = try derived.existingObject(with: id) as? Owner else { return }
      mine.age = 77
      Pet(context: derived).owner = mine
      try derived.saveThrough()
    }
    let merged = expectation(description: "merged")
    DispatchQueue.main.async { merged.fulfill() }
    await fulfillment(of: [merged], timeout: 5)
    XCTAssertEqual(owner.age, 77)
    XCTAssertEqual(owner.pets.count, 1)
  }

  func testSaveContextReachesTheStoreAndTellsSo() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification, object: stack.rootContext)
    Owner(context: stack.mainContext).name = "Ann"
    try stack.saveContext()
    await fulfillment(of: [saved], timeout: 5)
    let count = try await stack.newDerivedContext().perform {
      try $0.count(for: FetchRequest<Owner>())
    }
    XCTAssertEqual(count, 1)
  }

  func testTheRootTellsOfEachDeletionOnceThoughItHoldsNoneOfTheObjects() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let main = stack.mainContext
    let (ann, bob) = (Owner(context: main), Owner(context: main))
    (ann.name, bob.name) = ("Ann", "Bob")
    try main.saveThrough()
    let deleted = NotificationCounts()
    let observers = [stack.rootContext as AnyObject, main].map { sender in
      NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didSaveObjectsNotification, object: sender, queue: nil
      ) { notification in
        let key = ManagedObjectContext.NotificationKey.deletedObjects.rawValue
        deleted.append((notification.userInfo?[key] as? Set<ManagedObject>)?.count ?? 0)
      }
    }
    main.delete(ann)
    let child = main.makeChild()
    child.delete(child.object(with: bob.objectID))
    try child.saveThrough()
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    XCTAssertEqual(deleted.all, [2, 2])
    XCTAssertEqual(try main.count(for: FetchRequest<Owner>()), 0)
  }

  func testManyBackgroundContextsLoseNothing() async throws {
    try await eachStore { container in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<8 {
          let background = container.newBackgroundContext()
          group.addTask {
            for number in 0..<25 {
              try await background.perform { context in
                Owner(context: context).name = "\(worker)-\(number)"
                try context.save()
              }
            }
          }
        }
        try await group.waitForAll()
      }
      XCTAssertEqual(try container.viewContext.count(for: FetchRequest<Owner>()), 200)
    }
  }
}

/// Numbers that observers on any queue note down.
private final class NotificationCounts: Sendable {
  private let counts = Lock<[Int]>([])

  var all: [Int] { counts.withLock { $0 } }

  func append(_ count: Int) {
    counts.withLock { $0.append(count) }
  }
}

/// Counts visits that began while another went on.
private final class Visits: Sendable {
  private let inside = Atomic<Int>(0)
  private let overlapping = Atomic<Int>(0)

  var overlaps: Int { overlapping.load(ordering: .sequentiallyConsistent) }

  func stay() {
    if inside.add(1, ordering: .sequentiallyConsistent).newValue > 1 {
      overlapping.add(1, ordering: .sequentiallyConsistent)
    }
    Thread.sleep(forTimeInterval: 0.002)
    inside.subtract(1, ordering: .sequentiallyConsistent)
  }
}
