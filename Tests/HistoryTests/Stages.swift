import Foundation
import Histories
import ObjectGraph
import TestSupport

/// A container on a store of tallies.
@MainActor
func talliesContainer(_ store: PersistentStoreDescription) throws -> PersistentContainer {
  let container = try PersistentContainer(
    name: "Histories", managedObjectModel: Tally.makeModel(), descriptions: [store])
  try container.loadPersistentStores()
  return container
}

extension PersistentStoreDescription {
  /// A file that need not outlive the machine.
  static func quickFile(_ url: URL) -> PersistentStoreDescription {
    PersistentStoreDescription(url: url, timeout: 60, pragmas: ["synchronous": "OFF"])
  }
}

/// Waits until the main queue came to everything that was in it.
@MainActor
func mainQueueTurn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// Two contexts in this process, on one coordinator or on one each.
@MainActor
final class ContextStage: Stage {
  private let containers: [PersistentContainer]
  let isMerging: Bool
  private var performers: [Performer] = []

  /// - Parameter isMerging: whether the contexts take over what the other saved.
  init(_ containers: [PersistentContainer], isMerging: Bool = false) {
    self.containers = containers
    self.isMerging = isMerging
  }

  var coordinators: [Int] { (0..<History.actorCount).map { $0 % containers.count } }

  func begin() async throws {
    performers = []
    try Tally.clear(
      History.rowCount,
      in: ManagedObjectContext(mainQueueFor: containers[0].persistentStoreCoordinator))
    for container in containers {
      _ = try container.persistentStoreCoordinator.noticeForeignChanges()
    }
    performers = try coordinators.map { index in
      let coordinator = containers[index].persistentStoreCoordinator
      let context = ManagedObjectContext(mainQueueFor: coordinator)
      context.automaticallyMergesChangesFromParent = isMerging
      return try Performer(context: context, coordinator: coordinator)
    }
  }

  func perform(_ step: History.Step) async throws -> Observation {
    if step.action == .deliver { await mainQueueTurn() }
    return performers[step.actor].perform(step.action)
  }

  func contents() throws -> [Values] {
    try Tally.allValues(
      in: ManagedObjectContext(mainQueueFor: containers[0].persistentStoreCoordinator))
  }
}

/// Two processes on one file, which take turns.
@MainActor
final class ProcessStage: Stage {
  let isMerging = false
  private let container: PersistentContainer
  private let agents: [AgentProcess]

  init(file: URL) throws {
    container = try talliesContainer(.quickFile(file))
    try Tally.clear(History.rowCount, in: container.viewContext)
    agents = try (0..<History.actorCount).map { _ in try AgentProcess(store: file) }
  }

  var coordinators: [Int] { Array(0..<History.actorCount) }

  private func makeContext() throws -> ManagedObjectContext {
    _ = try container.persistentStoreCoordinator.noticeForeignChanges()
    return ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
  }

  func begin() async throws {
    try Tally.clear(History.rowCount, in: makeContext())
    for agent in agents {
      let answer = try agent.ask("begin")
      guard answer == "done" else { throw HistoryError(reason: answer) }
    }
  }

  func perform(_ step: History.Step) async throws -> Observation {
    Observation(try agents[step.actor].ask("\(step.action)"))
  }

  func contents() throws -> [Values] { try Tally.allValues(in: makeContext()) }

  /// Lets both processes increment at once, as fast as they can.
  ///
  /// - Returns: what each of them says was confirmed, by tally.
  func race(seed: UInt64, count: Int) throws -> [[Values]] {
    try Tally.clear(History.rowCount, in: makeContext())
    for (number, agent) in agents.enumerated() {
      try agent.tell("race \(seed &* 2 &+ UInt64(number)) \(count)")
    }
    return try agents.map { agent in
      let answer = try agent.listen()
      let values = answer.split(separator: " ").compactMap { Values($0) }
      guard values.count == History.rowCount else { throw HistoryError(reason: answer) }
      return values
    }
  }
}
