import Foundation
import ObjectGraph
import XCTest

/// Random sequences of changes: undoing them event by event gives every earlier state again, redoing
/// every later one.
@MainActor
final class UndoSequenceTests: XCTestCase {
  /// `OBJECTGRAPH_UNDO_SEQUENCES=1000 swift test --filter UndoSequenceTests` runs the whole campaign.
  private let sequences =
    ProcessInfo.processInfo.environment["OBJECTGRAPH_UNDO_SEQUENCES"].flatMap { UInt64($0) } ?? 20

  func testUnsavedSequencesAreUndoneAndRedone() async throws {
    try await eachStore { container in
      for seed in 0..<sequences {
        let context = try emptied(container.viewContext)
        try UndoSequence(context: context, seed: seed, savesEvery: nil).run()
      }
    }
  }

  func testSequencesWithSavesAreUndoneAndRedone() async throws {
    try await eachStore { container in
      for seed in 0..<sequences {
        let context = try emptied(container.viewContext)
        try UndoSequence(context: context, seed: seed + 1000, savesEvery: 4).run()
      }
    }
  }

  func testSequencesInAChildAreUndoneAndRedone() async throws {
    try await eachStore { container in
      for seed in 0..<sequences {
        let child = try emptied(container.viewContext).makeChild()
        try UndoSequence(context: child, seed: seed + 2000, savesEvery: 4).run()
        container.viewContext.reset()
      }
    }
  }

  func testCascadesAreUndoneAndRedone() async throws {
    try await eachStore(model: TestModel.pets(petsRule: .cascadeDeleteRule)) { container in
      for seed in 0..<sequences {
        let context = try emptied(container.viewContext)
        let savesEvery = seed.isMultiple(of: 2) ? nil : 5
        try UndoSequence(context: context, seed: seed + 3000, savesEvery: savesEvery).run()
      }
    }
  }

  /// Deletes what an earlier sequence left.
  private func emptied(_ context: ManagedObjectContext) throws -> ManagedObjectContext {
    context.undoManager = nil
    context.reset()
    for pet in try context.fetch(FetchRequest<Pet>()) { context.delete(pet) }
    for owner in try context.fetch(FetchRequest<Owner>()) { context.delete(owner) }
    for passport in try context.fetch(FetchRequest<Passport>()) { context.delete(passport) }
    try context.save()
    return context
  }
}

/// One sequence: it makes a graph, changes it in events, and goes back and forth.
@MainActor
private final class UndoSequence {
  private let context: ManagedObjectContext
  private let seed: UInt64
  private let savesEvery: Int?
  private var random: SplitMix

  /// All objects that there ever were, in the order in which they were made.
  private var owners: [Owner] = []
  private var pets: [Pet] = []
  private var passports: [Passport] = []

  init(context: ManagedObjectContext, seed: UInt64, savesEvery: Int?) {
    self.context = context
    self.seed = seed
    self.savesEvery = savesEvery
    random = SplitMix(state: seed)
  }

  func run() throws {
    for _ in 0..<3 { insert() }
    for _ in 0..<10 { step(deletes: false) }
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    var dumps = [dump()]
    for event in 1...12 {
      for _ in 0...random.below(4) { step(deletes: true) }
      if let savesEvery, event.isMultiple(of: savesEvery) {
        try context.save()
      } else {
        context.processPendingChanges()
      }
      let new = dump()
      if new != dumps.last { dumps.append(new) }
    }
    for round in 0..<2 {
      for index in dumps.indices.dropLast().reversed() {
        context.undo()
        try check(dumps[index], "undo to \(index) in round \(round)")
      }
      XCTAssertFalse(manager.canUndo, "seed \(seed), round \(round)")
      if savesEvery == nil {
        // What was set to an equal value counts as changed, and there is nothing to undo.
        let kept = context.updatedObjects.filter(\.hasPersistentChangedValues)
        XCTAssertEqual(
          kept.union(context.insertedObjects).union(context.deletedObjects), [],
          "seed \(seed), round \(round)")
      }
      if savesEvery != nil, round == 1 { try context.save() }
      for index in dumps.indices.dropFirst() {
        context.redo()
        try check(dumps[index], "redo to \(index) in round \(round)")
      }
      XCTAssertFalse(manager.canRedo, "seed \(seed), round \(round)")
    }
    XCTAssertEqual(context.errors.count, 0, "seed \(seed)")
    XCTAssertEqual(manager.errors.count, 0, "seed \(seed)")
    try context.saveThrough()
    try compareWithStore()
  }

  // MARK: Changes

  private func isThere(_ object: ManagedObject) -> Bool {
    object.managedObjectContext === context && !object.isDeleted
  }

  private func pick<Object: ManagedObject>(_ objects: [Object]) -> Object? {
    let there = objects.filter(isThere)
    return there.isEmpty ? nil : there[random.below(there.count)]
  }

  private func insert() {
    let owner = Owner(context: context)
    owner.name = "owner \(owners.count)"
    owners.append(owner)
    let pet = random.below(2) == 0 ? Pet(context: context) : Dog(context: context)
    pet.name = "pet \(pets.count)"
    pets.append(pet)
    let passport = Passport(context: context)
    passport.number = "\(passports.count)"
    passports.append(passport)
  }

  private func step(deletes: Bool) {
    switch random.below(deletes ? 11 : 8) {
    case 0: insert()
    case 1: pick(pets)?.weight = Double(random.below(3))
    case 2: pick(owners)?.age = Int16(random.below(3))
    case 3: pick(pets)?.owner = random.below(3) == 0 ? nil : pick(owners)
    case 4: pick(owners)?.passport = random.below(3) == 0 ? nil : pick(passports)
    case 5: pick(owners)?.pets = Set([pick(pets), pick(pets)].compactMap { $0 })
    case 6: pick(pets)?.friends = Set([pick(pets), pick(pets)].compactMap { $0 })
    case 7: pick(pets)?.friendOf = Set([pick(pets)].compactMap { $0 })
    case 8: pick(pets).map(context.delete)
    case 9: pick(owners).map(context.delete)
    default: pick(passports).map(context.delete)
    }
  }

  // MARK: States

  /// Ends the test with the lines that differ.
  private func check(_ expected: [String], _ step: String) throws {
    let found = dump()
    guard found != expected else { return }
    let (missing, extra) = (Set(expected).subtracting(found), Set(found).subtracting(expected))
    throw UndoMismatch(
      description: "seed \(seed), \(step): expected \(missing.sorted()), found \(extra.sorted())")
  }

  /// All that can be seen of the graph, one line an object.
  private func dump() -> [String] {
    func index<Object: ManagedObject>(_ object: Object?, _ all: [Object]) -> String {
      object.map { one in all.firstIndex { $0 === one }.map { "\($0)" } ?? "stranger" } ?? "-"
    }
    func indexes<Object: ManagedObject>(_ set: Set<Object>, _ all: [Object]) -> String {
      set.map { index($0, all) }.sorted().joined(separator: ",")
    }
    var lines: [String] = []
    for owner in owners where isThere(owner) {
      lines.append(
        "\(owner.name) \(owner.age) passport \(index(owner.passport, passports)) pets \(indexes(owner.pets, pets))"
      )
    }
    for pet in pets where isThere(pet) {
      lines.append(
        "\(pet.name ?? "?") \(pet.weight ?? -1) owner \(index(pet.owner, owners)) friends \(indexes(pet.friends, pets)) of \(indexes(pet.friendOf, pets))"
      )
    }
    for passport in passports where isThere(passport) {
      lines.append("\(passport.number) owner \(index(passport.owner, owners))")
    }
    return lines
  }

  /// Reads everything again and compares it with what is in memory, by names.
  private func compareWithStore() throws {
    func lines(_ pets: [Pet], _ owners: [Owner]) -> [String] {
      let pets = pets.map { pet in
        let friends = pet.friends.compactMap(\.name).sorted()
        return "\(pet.name ?? "?") \(pet.weight ?? -1) \(pet.owner?.name ?? "-") \(friends)"
      }
      let owners = owners.map { owner in
        "\(owner.name) \(owner.age) \(owner.passport?.number ?? "-") \(owner.pets.count)"
      }
      return pets.sorted() + owners.sorted()
    }
    let here = lines(pets.filter(isThere), owners.filter(isThere))
    context.reset()
    let stored = lines(
      try context.fetch(FetchRequest<Pet>()), try context.fetch(FetchRequest<Owner>()))
    XCTAssertEqual(here, stored, "seed \(seed)")
  }
}

/// A state that undoing or redoing did not bring back.
struct UndoMismatch: Error, CustomStringConvertible {
  let description: String
}
