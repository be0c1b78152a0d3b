import Foundation
import Histories
import ObjectGraph
import SQLite
import TestSupport

/// A container on a store of shelves.
@MainActor
func shelvesContainer(_ store: PersistentStoreDescription) throws -> PersistentContainer {
  let container = try PersistentContainer(
    name: "Shelves", managedObjectModel: Shelves.makeModel(), descriptions: [store])
  try container.loadPersistentStores()
  return container
}

/// What a file of shelves holds, read with SQL alone.
struct ShelfFile {
  private let connection: Connection

  init(_ file: URL) throws {
    connection = try Connection(path: file.path, isReadOnly: true)
  }

  func contents() throws -> [Int: Content] {
    var contents: [Int: Content] = [:]
    let things = try connection.statement(
      """
      SELECT t.ZNUMBER, t.ZFIRST, t.ZSECOND, s.ZNUMBER, t.ZBOOKCOUNT
      FROM ZTHING t LEFT JOIN ZTHING s ON s.Z_PK = t.ZSHELF
      """)
    defer { things.reset() }
    while try things.step() {
      var content = Content(first: things.int64(1), second: things.int64(2))
      content.shelf = things.isNull(3) ? nil : Int(things.int64(3))
      content.bookCount = Int(things.int64(4))
      contents[Int(things.int64(0))] = content
    }
    for (number, content) in contents {
      if let shelf = content.shelf { contents[shelf]?.books.insert(number) }
    }
    let pairs = try connection.statement(
      """
      SELECT b.ZNUMBER, t.ZNUMBER FROM Z_2TOPICS p
      LEFT JOIN ZTHING b ON b.Z_PK = p.Z_2BOOKS LEFT JOIN ZTOPIC t ON t.Z_PK = p.Z_4TOPICS
      """)
    defer { pairs.reset() }
    while try pairs.step() {
      guard !pairs.isNull(0), !pairs.isNull(1), contents[Int(pairs.int64(0))] != nil else {
        throw HistoryError(reason: "a pair of a book and a topic leads nowhere")
      }
      contents[Int(pairs.int64(0))]?.topics.insert(Int(pairs.int64(1)))
    }
    return contents
  }
}

/// Two contexts in this process, on one coordinator or on one each.
@MainActor
final class ShelfContextStage: ShelfStage {
  private let containers: [PersistentContainer]
  let isMerging: Bool
  private let file: ShelfFile?
  private var librarians: [Librarian] = []

  /// - Parameters:
  ///   - file: the store's, or nil for one in memory.
  ///   - isMerging: whether the contexts take over what the other saved.
  init(_ containers: [PersistentContainer], file: URL? = nil, isMerging: Bool = false) throws {
    self.containers = containers
    self.isMerging = isMerging
    try Shelves.restore(in: containers[0].viewContext)
    self.file = try file.map { try ShelfFile($0) }
  }

  var coordinators: [Int] { (0..<ShelfHistory.actorCount).map { $0 % containers.count } }

  private func makeContext(_ index: Int) -> ManagedObjectContext {
    ManagedObjectContext(mainQueueFor: containers[index].persistentStoreCoordinator)
  }

  func begin() async throws {
    librarians = []
    for container in containers {
      _ = try container.persistentStoreCoordinator.noticeForeignChanges()
    }
    try Shelves.restore(in: makeContext(0))
    for container in containers {
      _ = try container.persistentStoreCoordinator.noticeForeignChanges()
    }
    librarians = coordinators.map { index in
      let context = makeContext(index)
      context.automaticallyMergesChangesFromParent = isMerging
      return Librarian(context: context, coordinator: containers[index].persistentStoreCoordinator)
    }
  }

  func perform(_ step: ShelfHistory.Step) async throws -> Sight {
    if step.deed == .deliver { await mainQueueTurn() }
    return librarians[step.actor].perform(step.deed)
  }

  func contents() throws -> [Int: Content] {
    try file?.contents() ?? Shelves.contents(in: makeContext(0))
  }
}

/// Two processes on one file, which take turns.
@MainActor
final class ShelfProcessStage: ShelfStage {
  let isMerging = false
  private let container: PersistentContainer
  private let file: ShelfFile
  private let agents: [AgentProcess]
  private let encoder = JSONEncoder()

  init(file: URL) throws {
    container = try shelvesContainer(.quickFile(file))
    try Shelves.restore(in: container.viewContext)
    self.file = try ShelfFile(file)
    agents = try (0..<ShelfHistory.actorCount).map { _ in
      try AgentProcess(store: file, arguments: ["shelves"])
    }
  }

  var coordinators: [Int] { Array(0..<ShelfHistory.actorCount) }

  func begin() async throws {
    let coordinator = container.persistentStoreCoordinator
    _ = try coordinator.noticeForeignChanges()
    try Shelves.restore(in: ManagedObjectContext(mainQueueFor: coordinator))
    for agent in agents {
      let answer = try agent.ask("begin")
      guard answer == "done" else { throw HistoryError(reason: answer) }
    }
  }

  func perform(_ step: ShelfHistory.Step) async throws -> Sight {
    let deed = String(decoding: try encoder.encode(step.deed), as: UTF8.self)
    let answer = try agents[step.actor].ask(deed)
    return (try? JSONDecoder().decode(Sight.self, from: Data(answer.utf8))) ?? .failed(answer)
  }

  func contents() throws -> [Int: Content] { try file.contents() }
}
