import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Two writers change, move, delete and insert owners and pets as chance has it: a save that
/// succeeds leaves the objects as the store is, and one that fails leaves everything as it was.
@MainActor
final class RandomConflictTests: XCTestCase {
  /// One step of a writer, by numbers that pick from what there is.
  private struct Step: Sendable {
    let kind: Int
    let first: Int
    let second: Int
    let value: Int

    init(_ random: inout SeededGenerator) {
      kind = Int.random(in: 0..<8, using: &random)
      first = Int.random(in: 0..<100, using: &random)
      second = Int.random(in: 0..<100, using: &random)
      value = Int.random(in: 0..<9, using: &random)
    }
  }

  private nonisolated static func pick<Object>(_ index: Int, of objects: [Object]) -> Object? {
    objects.isEmpty ? nil : objects[index % objects.count]
  }

  private nonisolated static func carryOut(
    _ steps: [Step], in context: ManagedObjectContext
  ) throws {
    for step in steps {
      let owners = try context.fetch(FetchRequest<Owner>()).sorted { $0.key < $1.key }
      let pets = try context.fetch(FetchRequest<Pet>()).sorted { $0.key < $1.key }
      let (owner, pet) = (pick(step.first, of: owners), pick(step.second, of: pets))
      switch step.kind {
      case 0: owner?.age = Int16(step.value)
      case 1: owner?.name = "owner \(step.value)"
      case 2: pet?.weight = Double(step.value)
      case 3: pet?.owner = owner
      case 4: if let owner { context.delete(owner) }
      case 5: if let pet { context.delete(pet) }
      case 6:
        let new = Owner(context: context)
        new.name = "owner \(step.value)"
        let dog = Dog(context: context)
        (dog.name, dog.owner) = ("dog \(step.value)", new)
      default:
        if let pet, let other = pick(step.first, of: pets), other !== pet {
          if pet.friends.contains(other) {
            pet.friends.remove(other)
          } else {
            pet.friends.insert(other)
          }
        }
      }
    }
  }

  /// All that can be seen of objects and their changes.
  private func state(_ context: ManagedObjectContext, _ objects: [ManagedObject]) -> [String] {
    objects.filter { $0.managedObjectContext === context }.map { object in
      let marks =
        "\(object.objectID) \(object.isInserted) \(object.isUpdated) \(object.isDeleted) "
        + "\(object.changedValues().keys.sorted())"
      func ids(_ objects: Set<Pet>) -> [String] { objects.map { "\($0.objectID)" }.sorted() }
      switch object {
      case let owner as Owner: return "\(marks) \(owner.name) \(owner.age) \(ids(owner.pets))"
      case let pet as Pet:
        return "\(marks) \(pet.name ?? "") \(pet.weight ?? -1) "
          + "\(pet.owner.map { "\($0.objectID)" } ?? "-") \(ids(pet.friends))"
      default: return marks
      }
    }
  }

  /// The values of a saved object, without its to-many relationships.
  private nonisolated static func values(_ object: ManagedObject) -> String {
    switch object {
    case let owner as Owner: "\(owner.name) \(owner.age)"
    case let pet as Pet:
      "\(pet.name ?? "") \(pet.weight ?? -1) \(pet.owner.map { $0.objectID.key } ?? 0)"
    default: ""
    }
  }

  private func prepare(_ context: ManagedObjectContext) throws {
    let owners = (0..<4).map { number in
      let owner = Owner(context: context)
      owner.name = "start \(number)"
      return owner
    }
    let pets = (0..<6).map { number in
      let pet = number < 3 ? Pet(context: context) : Dog(context: context)
      (pet.name, pet.weight, pet.owner) = ("pet \(number)", 1, owners[number % 3])
      return pet
    }
    pets[0].friends = [pets[1], pets[2]]
    try context.save()
  }

  private func run(_ type: MergePolicyType, _ rule: DeleteRule, seed: UInt64) async throws -> Bool {
    var isSaved = false
    let model = { TestModel.pets(petsRule: rule) }
    try await eachPairOfWriters(model: model) { pair in
      var random = SeededGenerator(seed: seed)
      let context = pair.context
      if seed % 2 == 0 { context.undoManager = UndoManager() }
      context.mergePolicy = MergePolicy(merge: type)
      try prepare(context)
      let held: [ManagedObject] =
        try context.fetch(FetchRequest<Owner>()) + context.fetch(FetchRequest<Pet>())
      let (theirs, mine) = (
        (0..<4).map { _ in Step(&random) }, (0..<6).map { _ in Step(&random) }
      )
      try Self.carryOut(mine, in: context)
      context.processPendingChanges()
      try pair.elsewhere.performAndWait { other in
        try Self.carryOut(theirs, in: other)
        // Where it breaks a constraint itself there is nobody to race with.
        do { try other.save() } catch { other.rollback() }
      }
      let objects = held + Array(context.insertedObjects)
      // What only lost or gained members is not written, and may be an old view of the row.
      let changed = objects.filter { object in
        !Set(object.changedValues().keys).isDisjoint(with: ["name", "age", "weight", "owner"])
      }
      let before = state(context, objects)
      let label = "\(type), \(rule), seed \(seed)"
      do {
        try context.save()
      } catch let error as ObjectGraphError {
        XCTAssertNotEqual(error.code, .managedObjectMerge, "\(label): \(error)")
        XCTAssertEqual(state(context, objects), before, label)
        return
      }
      isSaved = true
      XCTAssertFalse(context.hasChanges, label)
      let stored = try pair.elsewhere.performAndWait { other in
        other.reset()
        let all: [ManagedObject] =
          try other.fetch(FetchRequest<Owner>()) + other.fetch(FetchRequest<Pet>())
        return Dictionary(
          all.map { ("\($0.entity.name ?? "") \($0.objectID.key)", Self.values($0)) },
          uniquingKeysWith: { first, _ in first })
      }
      for object in changed where object.managedObjectContext === context {
        let key = "\(object.entity.name ?? "") \(object.objectID.key)"
        XCTAssertEqual(Self.values(object), stored[key], label)
      }
      context.undoManager?.undo()
      context.rollback()
    }
    return isSaved
  }

  func testADeletionReachesAKnownObjectThatSomeoneElseLedToTheDeletedOne() async throws {
    let model = { TestModel.pets(petsRule: .nullifyDeleteRule) }
    try await eachPairOfWriters(model: model) { pair in
      let context = pair.context
      context.mergePolicy = MergePolicy(merge: .overwriteMergePolicyType)
      try prepare(context)
      let owners = try context.fetch(FetchRequest<Owner>()).sorted { $0.key < $1.key }
      let pet = try XCTUnwrap(owners[0].pets.sorted { $0.key < $1.key }.first)
      XCTAssertEqual(pet.owner, owners[0], "it is known here, as it was")
      let (ownerID, petID) = (owners[3].objectID, pet.objectID)
      context.delete(owners[3])
      context.processPendingChanges()
      try pair.elsewhere.performAndWait { other in
        let pets = try other.fetch(FetchRequest<Pet>())
        let all = try other.fetch(FetchRequest<Owner>())
        pets.first { $0.objectID.key == petID.key }?.owner =
          all.first { $0.objectID.key == ownerID.key }
        try other.save()
      }
      try context.save()
      XCTAssertNil(pet.owner)
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 3)
    }
  }

  func testASaveAgreesWithTheStoreOrChangesNothing() async throws {
    var saved = 0
    for type in MergePolicyType.allCases where type != .errorMergePolicyType {
      for rule in [DeleteRule.nullifyDeleteRule, .cascadeDeleteRule] {
        for seed in Campaign.seeds(2, full: 100) {
          if try await run(type, rule, seed: seed) { saved += 1 }
        }
      }
    }
    XCTAssertGreaterThan(saved, 0)
  }
}
