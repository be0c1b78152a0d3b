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
struct Agent {
  let container: PersistentContainer
  var performer: Performer?

  init(storePath: String) throws {
    let store = PersistentStoreDescription(
      url: URL(fileURLWithPath: storePath), timeout: 60, pragmas: ["synchronous": "OFF"])
    container = try PersistentContainer(
      name: "Histories", managedObjectModel: Tally.makeModel(), descriptions: [store])
    try container.loadPersistentStores()
  }

  private func makeContext() -> ManagedObjectContext {
    ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
  }

  mutating func answer(_ line: String) throws -> String {
    let coordinator = container.persistentStoreCoordinator
    let words = line.split(separator: " ")
    if line == "begin" {
      performer = nil
      _ = try coordinator.noticeForeignChanges()
      performer = try Performer(context: makeContext(), coordinator: coordinator)
      return "done"
    }
    if words.first == "race", words.count == 3, let seed = UInt64(words[1]),
      let count = Int(words[2])
    {
      var random = Sequence64(state: seed)
      let race = Race(context: makeContext(), coordinator: coordinator)
      return try race.run(count: count, using: &random).map(\.description).joined(separator: " ")
    }
    guard let action = Action(line), let performer else { return "failed no such step: \(line)" }
    return "\(performer.perform(action))"
  }
}

do {
  var agent = try Agent(storePath: CommandLine.arguments.last ?? "")
  while let line = readLine() {
    FileHandle.standardOutput.write(Data("\(try agent.answer(line))\n".utf8))
  }
} catch {
  FileHandle.standardOutput.write(Data("failed \(error)\n".utf8))
  exit(1)
}
