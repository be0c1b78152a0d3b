// One of two processes that work on one store: does what it reads from standard input, a step a
// line, and answers each with a line. Only tests run it.
import Foundation
import Histories
import ObjectGraph

/// Random numbers of a race: the place in the sequence is all that matters.
struct Sequence64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@MainActor
protocol Agent {
  mutating func answer(_ line: String) throws -> String
}

@MainActor
func openContainer(_ model: ManagedObjectModel, _ path: String) throws -> PersistentContainer {
  let store = PersistentStoreDescription(
    url: URL(fileURLWithPath: path), timeout: 60, pragmas: ["synchronous": "OFF"])
  let container = try PersistentContainer(
    name: "Histories", managedObjectModel: model, descriptions: [store])
  try container.loadPersistentStores()
  return container
}

extension PersistentContainer {
  @MainActor
  func makeContext() -> ManagedObjectContext {
    ManagedObjectContext(mainQueueFor: persistentStoreCoordinator)
  }
}

/// Works on tallies.
@MainActor
struct TallyAgent: Agent {
  let container: PersistentContainer
  var performer: Performer?

  mutating func answer(_ line: String) throws -> String {
    let coordinator = container.persistentStoreCoordinator
    let words = line.split(separator: " ")
    if line == "begin" {
      performer = nil
      _ = try coordinator.noticeForeignChanges()
      performer = try Performer(context: container.makeContext(), coordinator: coordinator)
      return "done"
    }
    if words.first == "race", words.count == 3, let seed = UInt64(words[1]),
      let count = Int(words[2])
    {
      var random = Sequence64(state: seed)
      let race = Race(context: container.makeContext(), coordinator: coordinator)
      return try race.run(count: count, using: &random).map(\.description).joined(separator: " ")
    }
    guard let action = Action(line), let performer else { return "failed no such step: \(line)" }
    return "\(performer.perform(action))"
  }
}

/// Works on shelves.
@MainActor
struct ShelfAgent: Agent {
  let container: PersistentContainer
  var librarian: Librarian?

  mutating func answer(_ line: String) throws -> String {
    let coordinator = container.persistentStoreCoordinator
    if line == "begin" {
      librarian = nil
      _ = try coordinator.noticeForeignChanges()
      librarian = Librarian(context: container.makeContext(), coordinator: coordinator)
      return "done"
    }
    let deed = try JSONDecoder().decode(Deed.self, from: Data(line.utf8))
    let sight = librarian?.perform(deed) ?? .failed("there is nobody to do \(line)")
    return String(decoding: try JSONEncoder().encode(sight), as: UTF8.self)
  }
}

do {
  let path = CommandLine.arguments.last ?? ""
  var agent: any Agent =
    CommandLine.arguments.contains("shelves")
    ? ShelfAgent(container: try openContainer(Shelves.makeModel(), path))
    : TallyAgent(container: try openContainer(Tally.makeModel(), path))
  while let line = readLine() {
    FileHandle.standardOutput.write(Data("\(try agent.answer(line))\n".utf8))
  }
} catch {
  FileHandle.standardOutput.write(Data("failed \(error)\n".utf8))
  exit(1)
}
