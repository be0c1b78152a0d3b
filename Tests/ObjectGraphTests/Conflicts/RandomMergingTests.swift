import ObjectGraph
import TestSupport
import XCTest

/// Two writers of the same pets do as chance has it; each policy does as a
/// model of a few lines says.
@MainActor
final class RandomMergingTests: XCTestCase {
  private struct Values: Equatable, Sendable {
    var name: String
    var weight: Double
    var tricks: Int32
  }

  /// What a writer does to a dog: values to write, or nothing for a deletion.
  private enum Act: Sendable {
    case none
    case write(name: String?, weight: Double?, tricks: Int32?)
    case delete
  }

  private static func act(_ random: inout SeededGenerator) -> Act {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .delete
    case 1...2: .none
    default:
      .write(
        name: Bool.random(using: &random) ? "n\(Int.random(in: 0..<4, using: &random))" : nil,
        weight: Bool.random(using: &random) ? Double.random(in: 0..<9, using: &random) : nil,
        tricks: Bool.random(using: &random) ? Int32.random(in: 0..<4, using: &random) : nil)
    }
  }

  private static func applied(_ act: Act, to values: Values) -> Values? {
    switch act {
    case .none: values
    case .delete: nil
    case .write(let name, let weight, let tricks):
      Values(
        name: name ?? values.name, weight: weight ?? values.weight, tricks: tricks ?? values.tricks)
    }
  }

  /// What is in the store in the end, from what both sides saw and made of it.
  private static func merged(
    _ seen: Values, mine: Values?, theirs: Values?, by type: MergePolicyType
  ) -> Values? {
    let isMineChanged = mine != seen
    guard isMineChanged, theirs != seen else { return isMineChanged ? mine : theirs }
    let hasMyWay =
      type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
    guard let mine, let theirs else { return hasMyWay ? mine : theirs }
    func pick<Value: Equatable>(_ path: KeyPath<Values, Value>) -> Value {
      let (was, here, there) = (seen[keyPath: path], mine[keyPath: path], theirs[keyPath: path])
      switch type {
      case .overwriteMergePolicyType: return here
      case .rollbackMergePolicyType: return there
      case .mergeByPropertyObjectTrumpMergePolicyType: return here != was ? here : there
      default: return there != was ? there : here
      }
    }
    return Values(name: pick(\.name), weight: pick(\.weight), tricks: pick(\.tricks))
  }

  private func run(_ type: MergePolicyType, seed: UInt64) async throws {
    try await eachPairOfWriters { pair in
      var random = SeededGenerator(seed: seed)
      let context = pair.context
      context.mergePolicy = MergePolicy(merge: type)
      for round in 0..<12 {
        // A dog is known by its number to both writers, which nobody changes.
        let marks = (0..<5).map { "\(round).\($0)" }
        var dogs: [String: Dog] = [:]
        var seen: [String: Values] = [:]
        for mark in marks {
          let owner = Owner(context: context)
          owner.name = mark
          let dog = Dog(context: context)
          (dog.name, dog.weight, dog.tricks, dog.owner) = ("n0", 1, 0, owner)
          dogs[mark] = dog
          seen[mark] = Values(name: "n0", weight: 1, tricks: 0)
        }
        try context.save()
        let theirs = marks.map { ($0, Self.act(&random)) }
        let mine = marks.map { ($0, Self.act(&random)) }
        try pair.elsewhere.performAndWait { other in
          for (mark, act) in theirs {
            let request = FetchRequest<Dog>()
            request.predicate = try FetchPredicate(format: "owner.name == %@", mark)
            for dog in try other.fetch(request) { Self.carryOut(act, on: dog, in: other) }
          }
          try other.save()
        }
        for (mark, act) in mine {
          if let dog = dogs[mark] { Self.carryOut(act, on: dog, in: context) }
        }
        try context.save()
        var expected: [String: Values] = [:]
        for ((mark, theirs), (_, mine)) in zip(theirs, mine) {
          guard let seen = seen[mark] else { continue }
          expected[mark] = Self.merged(
            seen, mine: Self.applied(mine, to: seen), theirs: Self.applied(theirs, to: seen),
            by: type)
        }
        let label = "\(type), seed \(seed), round \(round)"
        XCTAssertEqual(try stored(round, pair), expected, label)
        for (mark, act) in mine {
          guard case .write = act, let values = expected[mark], let dog = dogs[mark] else {
            continue
          }
          guard Self.applied(act, to: seen[mark] ?? values) != seen[mark] else { continue }
          XCTAssertEqual(Self.values(of: dog), values, label)
          XCTAssertFalse(dog.hasChanges, label)
        }
        XCTAssertFalse(context.hasChanges, label)
      }
    }
  }

  private nonisolated static func carryOut(
    _ act: Act, on dog: Dog, in context: ManagedObjectContext
  ) {
    switch act {
    case .none: break
    case .delete: context.delete(dog)
    case .write(let name, let weight, let tricks):
      if let name { dog.name = name }
      if let weight { dog.weight = weight }
      if let tricks { dog.tricks = tricks }
    }
  }

  private nonisolated static func values(of dog: Dog) -> Values {
    Values(name: dog.name ?? "", weight: dog.weight ?? -1, tricks: dog.tricks)
  }

  private func stored(_ round: Int, _ pair: PairOfWriters) throws -> [String: Values] {
    try pair.elsewhere.performAndWait { other in
      other.reset()
      let request = FetchRequest<Dog>()
      request.predicate = try FetchPredicate(format: "owner.name BEGINSWITH %@", "\(round).")
      return Dictionary(
        uniqueKeysWithValues: try other.fetch(request).map {
          ($0.owner?.name ?? "", Self.values(of: $0))
        })
    }
  }

  func testEachPolicyDoesAsTheModelSays() async throws {
    for type in MergePolicyType.allCases where type != .errorMergePolicyType {
      for seed in Campaign.seeds(2, full: 200) { try await run(type, seed: seed) }
    }
  }
}
