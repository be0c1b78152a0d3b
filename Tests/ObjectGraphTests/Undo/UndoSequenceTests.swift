import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random sequences of changes: undoing them event by event gives every earlier state again,
/// redoing every later one.
@MainActor
final class UndoSequenceTests: XCTestCase {
  private let seeds = Campaign.seeds(10, full: 1_000)

  func testUnsavedSequencesAreUndoneAndRedone() async throws {
    try await eachStore { container in
      for seed in seeds {
        let context = try emptied(container.viewContext)
        try GraphSequence(context: context, seed: seed, savesEvery: nil).run()
      }
    }
  }

  func testSequencesWithSavesAreUndoneAndRedone() async throws {
    try await eachStore { container in
      for seed in seeds {
        let context = try emptied(container.viewContext)
        try GraphSequence(context: context, seed: seed + 1000, savesEvery: 4).run()
      }
    }
  }

  func testSequencesInAChildAreUndoneAndRedone() async throws {
    try await eachStore { container in
      for seed in seeds {
        let child = try emptied(container.viewContext).makeChild()
        try GraphSequence(context: child, seed: seed + 2000, savesEvery: 4).run()
        container.viewContext.reset()
      }
    }
  }

  func testCascadesAreUndoneAndRedone() async throws {
    try await eachStore(model: TestModel.pets(petsRule: .cascadeDeleteRule)) { container in
      for seed in seeds {
        let context = try emptied(container.viewContext)
        let savesEvery = seed.isMultiple(of: 2) ? nil : 5
        try GraphSequence(context: context, seed: seed + 3000, savesEvery: savesEvery).run()
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
private final class GraphSequence: UndoSequence {
  /// All objects that there ever were, in the order in which they were made.
  private var owners: [Owner] = []
  private var pets: [Pet] = []
  private var passports: [Passport] = []

  // MARK: Changes

  override func insert() {
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

  override func step(deletes: Bool) {
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

  /// All that can be seen of the graph, one line an object.
  override func dump() -> [String] {
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
  override func compareWithStore() throws {
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
