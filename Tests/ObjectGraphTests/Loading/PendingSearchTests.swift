import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph

/// Searches among many unsaved objects, which change, are saved and get keys between the searches.
@MainActor
final class PendingSearchTests: XCTestCase {
  func testSearchesAgreeWithALookAtEveryObject() async throws {
    for seed in Campaign.seeds(4, full: 1_000) {
      try await eachStore { container in
        try self.run(in: container.viewContext, seed: seed)
        container.viewContext.reset()
        try self.run(in: container.viewContext.makeChild(), seed: seed &+ 1_000_000)
      }
    }
  }

  func testASearchOfOneValueLooksOnlyAtObjectsThatHaveIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owners = (0..<50).map { Self.owner($0, in: context) }
      for number in 0..<500 {
        let pet = Pet(context: context)
        (pet.name, pet.owner) = ("P\(number)", owners[number % 50])
      }
      func looked(_ format: String, _ arguments: Any...) throws -> Int {
        let request = Pet.fetchRequest()
        request.predicate = try FetchPredicate(format: format, argumentArray: arguments)
        let plan = try context.plan(for: request)
        return context.candidates(of: plan).count
      }
      XCTAssertEqual(try looked("name == 'P7'"), 1)
      XCTAssertEqual(try looked("name == 'P500'"), 0)
      XCTAssertEqual(try looked("owner == %@", owners[3]), 10)
      XCTAssertEqual(try looked("owner == %@ AND name == 'P53'", owners[3]), 1)
      XCTAssertEqual(try looked("SELF == %@", owners[3].pets.first as Any), 1)
      XCTAssertEqual(try looked("weight == nil"), 500)
      owners[3].pets.first?.owner = owners[4]
      XCTAssertEqual(try looked("owner == %@", owners[3]), 9)
      XCTAssertEqual(try looked("owner == %@", owners[4]), 11)
      XCTAssertEqual(context.checkInvariants(), [])
    }
  }

  func testADestinationIsFoundAfterItGotAKey() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Self.owner(1, in: context)
      for number in 0..<100 {
        let pet = Pet(context: context)
        (pet.name, pet.owner) = ("P\(number)", number < 30 ? owner : nil)
      }
      let request = Pet.fetchRequest()
      request.predicate = try FetchPredicate(format: "owner == %@", owner)
      XCTAssertEqual(try context.fetch(request).count, 30)
      try context.obtainPermanentIDs(for: [owner])
      request.predicate = try FetchPredicate(format: "owner == %@", owner)
      XCTAssertEqual(try context.fetch(request).count, 30)
      request.predicate = try FetchPredicate(format: "owner == %@", owner.objectID)
      XCTAssertEqual(try context.fetch(request).count, 30)
    }
  }

  // MARK: Random changes

  private static func owner(_ number: Int, in context: ManagedObjectContext) -> Owner {
    let owner = Owner(context: context)
    (owner.name, owner.age) = ("O\(number)", Int16(number % 7))
    return owner
  }

  private func run(in context: ManagedObjectContext, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    context.undoManager = UndoManager()
    context.undoManager?.groupsByEvent = false
    func all<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] {
      try context.fetch(FetchRequest<Object>()).sorted { $0.objectID.key < $1.objectID.key }
    }
    func pet() -> Pet {
      Bool.random(using: &random) ? Pet(context: context) : Dog(context: context)
    }
    for number in 0..<40 { _ = Self.owner(number, in: context) }
    let owners = try all(Owner.self)
    for number in 0..<60 {
      let pet = pet()
      (pet.name, pet.owner) = ("P\(number % 25)", owners.randomElement(using: &random))
    }
    for step in 0..<60 {
      context.undoManager?.beginUndoGrouping()
      let (owners, pets) = (try all(Owner.self), try all(Pet.self))
      let (owner, one) = (
        owners.randomElement(using: &random), pets.randomElement(using: &random)
      )
      switch Int.random(in: 0..<16, using: &random) {
      case 0, 1: _ = Self.owner(1_000 + step, in: context)
      case 2, 3: owner?.name = "O\(Int.random(in: 2_000..<2_040, using: &random))"
      case 4: owner?.age = Int16.random(in: 0..<7, using: &random)
      case 5, 6: one?.owner = owner
      case 7: one?.owner = nil
      case 8: pet().name = "P\(step % 25)"
      case 9: one.map(context.delete)
      case 10: owner.map(context.delete)
      case 11: owner.map { $0.pets = Set(pets.shuffled(using: &random).prefix(3)) }
      case 12: one?.weight = Double.random(in: 0..<3, using: &random).rounded()
      case 13:
        let child = context.makeChild()
        if let owner = owner.flatMap({ child.object(with: $0.objectID) as? Owner }) {
          owner.name = "O\(3_000 + step)"
          let new = Pet(context: child)
          (new.name, new.owner) = ("P\(step % 25)", owner)
          try save(child)
        }
      case 14: if let owner { try context.obtainPermanentIDs(for: [owner]) }
      default:
        one?.name = nil
        if Bool.random(using: &random) { try save(context) }
      }
      if step % 7 == 0 { one.map { context.refresh($0, mergeChanges: true) } }
      context.processPendingChanges()
      context.undoManager?.endUndoGrouping()
      if step % 9 == 8 { context.undo() }
      try search(context, all(Owner.self), all(Pet.self), &random, "seed \(seed), step \(step)")
    }
    context.rollback()
    try search(context, all(Owner.self), all(Pet.self), &random, "seed \(seed), rolled back")
  }

  /// Saves unless two owners have the same name by now; after that failure everything is as it was.
  private func save(_ context: ManagedObjectContext) throws {
    do {
      try context.save()
    } catch let error as ObjectGraphError {
      let causes = error.underlyingErrors.isEmpty ? [error] : error.underlyingErrors
      guard causes.allSatisfy({ $0.code == .managedObjectConstraintMerge }) else { throw error }
      XCTAssertTrue(context.hasChanges)
    }
  }

  private func search(
    _ context: ManagedObjectContext, _ owners: [Owner], _ pets: [Pet],
    _ random: inout SeededGenerator, _ message: String
  ) throws {
    func check<Object: ManagedObject>(
      _ all: [Object], _ format: String, _ arguments: [Any], _ isWanted: (Object) -> Bool
    ) throws {
      let request = FetchRequest<Object>()
      request.predicate = try FetchPredicate(format: format, argumentArray: arguments)
      let expected = all.filter(isWanted)
      XCTAssertEqual(Set(try context.fetch(request)), Set(expected), "\(message): \(format)")
      XCTAssertEqual(try context.count(for: request), expected.count, "\(message): \(format)")
    }
    let name = owners.randomElement(using: &random)?.name ?? "O2000"
    let age = Int16.random(in: 0..<7, using: &random)
    try check(owners, "name == %@", [name]) { $0.name == name }
    try check(owners, "age == %@", [age]) { $0.age == age }
    try check(owners, "age BETWEEN {%@, %@}", [2, age]) {
      2 <= age && (2...max(2, age)).contains($0.age)
    }
    try check(owners, "age < %@ AND name == %@", [age, name]) { $0.age < age && $0.name == name }
    let petName = "P\(Int.random(in: 0..<25, using: &random))"
    try check(pets, "name == %@", [petName]) { $0.name == petName }
    try check(pets.compactMap { $0 as? Dog }, "name == %@", [petName]) { $0.name == petName }
    try check(pets, "weight <= 1", []) { ($0.weight ?? 9) <= 1 }
    if let owner = owners.randomElement(using: &random) {
      try check(owners, "SELF == %@", [owner]) { $0 === owner }
      try check(pets, "owner == %@", [owner]) { $0.owner === owner }
      try check(pets, "owner == %@ AND name == %@", [owner.objectID, petName]) {
        $0.owner === owner && $0.name == petName
      }
    }
    for context in [context, context.parent].compactMap({ $0 }) {
      XCTAssertEqual(context.checkInvariants(), [], message)
    }
  }
}
