import Foundation
import ObjectGraph

/// Four contexts, each with a number; 1 is the main thread's.
struct VisitedTree: Sendable {
  let board = VisitBoard()
  let main: MainSeat

  /// Those on queues of their own, by number.
  let others: [Int: BackgroundContext]

  /// Their numbers, children before their parents.
  private let order: [Int]

  private static let mainNumber = 1

  /// The main thread's context, for those who only pass it on.
  @MainActor
  final class MainSeat {
    let context: ManagedObjectContext

    init(_ context: ManagedObjectContext) { self.context = context }
  }

  @MainActor
  private static func coordinator(
    _ store: PersistentStoreDescription
  ) throws -> PersistentStoreCoordinator {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(), descriptions: [store])
    try container.loadPersistentStores()
    return container.persistentStoreCoordinator
  }

  /// A root on a queue of its own, the main context below it, and two more below that one.
  @MainActor
  static func chain(_ store: PersistentStoreDescription) throws -> VisitedTree {
    let root = BackgroundContext(coordinator: try coordinator(store), name: "0")
    let main = ManagedObjectContext(mainQueueChildOf: root)
    let child = BackgroundContext(childOf: main, name: "2")
    let others = [0: root, 2: child, 3: BackgroundContext(parent: child, name: "3")]
    return VisitedTree(main: MainSeat(main), others: others, order: [3, 2, mainNumber, 0])
  }

  /// The main context, two children of it, and a child of one of them.
  @MainActor
  static func siblings(_ store: PersistentStoreDescription) throws -> VisitedTree {
    let main = ManagedObjectContext(mainQueueFor: try coordinator(store))
    let child = BackgroundContext(childOf: main, name: "2")
    let others = [
      0: BackgroundContext(childOf: main, name: "0"), 2: child,
      3: BackgroundContext(parent: child, name: "3"),
    ]
    return VisitedTree(main: MainSeat(main), others: others, order: [3, 2, 0, mainNumber])
  }

  /// Looks, whenever a context tells of a change or a save, whether a visitor goes on in it.
  ///
  /// - Parameter isWaiting: whether those of finished saves wait for another context.
  @MainActor
  func watch(isWaiting: Bool) -> [any NSObjectProtocol] {
    let names = [
      ManagedObjectContext.willSaveObjectsNotification,
      ManagedObjectContext.didChangeObjectsNotification,
      ManagedObjectContext.didSaveObjectsNotification,
    ]
    var senders: [(number: Int, sender: AnyObject)] = others.map { ($0, $1) }
    senders.append((Self.mainNumber, main.context))
    return senders.flatMap { number, sender in
      names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) { _ in
          board.look(at: number)
          // In a hook of a save they could wait for good.
          if isWaiting, name == ManagedObjectContext.didSaveObjectsNotification {
            Visitor(self, seed: board.nextSeed()).lookIn()
          }
          board.look(at: number)
        }
      }
    }
  }

  /// How many visits each context has counted itself.
  @MainActor
  func countsOfVisits() -> [Int] {
    (0..<4).map { number in
      guard let other = others[number] else { return Visitor.visits(of: main.context) }
      return other.performAndWait { Visitor.visits(of: $0) }
    }
  }

  /// How many objects the store has when all contexts are saved.
  @MainActor
  func countAfterSaving() throws -> Int {
    for number in order {
      guard let other = others[number] else {
        try main.context.save()
        continue
      }
      try other.performAndWait { try $0.save() }
    }
    guard let coordinator = main.context.persistentStoreCoordinator else { return -1 }
    return try BackgroundContext(coordinator: coordinator).performAndWait {
      try $0.count(for: FetchRequest<Owner>())
    }
  }
}
