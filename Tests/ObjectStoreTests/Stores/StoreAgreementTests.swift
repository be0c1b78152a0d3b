import Foundation
import ObjectModel
import ObjectStore
import XCTest

/// Random change sets, many of them to be refused, leave the same rows in every kind of store.
final class StoreAgreementTests: StoreTestCase {
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }

    mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }
  }

  private typealias Opened = (store: PersistentStore, model: ModelLayout)

  private func open(_ description: PersistentStoreDescription) throws -> Opened {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: Self.campModel())
    return (try coordinator.addPersistentStore(with: description), coordinator.layout)
  }

  /// One drawn value of each property that a random row gets; nil for one that is left as it is.
  private func values(_ entity: String, _ dice: inout Dice) -> [String: AttributeValue] {
    func number(_ sides: Int) -> AttributeValue {
      let drawn = dice.roll(sides + 1)
      return drawn == 0 ? .null : .integer(Int64(drawn))
    }
    switch entity {
    case "Campsite":
      return ["siteNumber": number(12), "name": .string("site \(dice.roll(3))")]
    case "Reservation":
      var values = ["campsite": number(9), "guest": number(9)]
      let arrival = dice.roll(5)
      values["arrival"] =
        arrival == 0 ? .null : .date(Date(timeIntervalSinceReferenceDate: Double(arrival)))
      if dice.roll(2) == 0 {
        values["code"] = [.null, .string("é"), .string("e\u{301}"), .string("A")][dice.roll(4)]
      }
      if dice.roll(3) == 0 { values["number"] = number(40) }
      return values
    case "Guest": return ["name": .string("guest \(dice.roll(3))")]
    default: return ["label": .string("tag \(dice.roll(3))")]
    }
  }

  /// The same change set for a store, from the same throws of the dice.
  private func changes(for opened: Opened, _ dice: inout Dice) throws -> ChangeSet {
    let (store, model) = opened
    var changes = ChangeSet()
    var touched: Set<String> = []
    for number in 0...dice.roll(3) {
      let name = ["Campsite", "Reservation", "Reservation", "Guest", "Tag"][dice.roll(5)]
      let layout = try XCTUnwrap(model.entity(named: name))
      let values = values(name, &dice)
      let (what, which, isStale) = (dice.roll(10), dice.roll(1000), dice.roll(25) == 0)
      let rows = try store.fetch(FetchPlan(layout: layout))
      guard what >= 5, !rows.isEmpty else {
        changes.inserts.append(
          .init(layout: layout, row: try row(layout, key: Int64(-1 - number), values)))
        continue
      }
      let old = rows[which % rows.count]
      guard touched.insert("\(name) \(old.key)").inserted else { continue }
      let version = isStale ? old.version + 1 : old.version
      guard what < 8 else {
        changes.deletes.append(.init(layout: layout, key: old.key, expectedVersion: version))
        continue
      }
      let new = old.copy(extraBytes: 1000)
      var changed: [Int] = []
      for (key, value) in values {
        let property = try XCTUnwrap(layout.property(key))
        XCTAssertTrue(new.set(value, for: property))
        changed.append(property.index)
      }
      changes.updates.append(
        .init(layout: layout, row: new, changed: changed.sorted(), expectedVersion: version))
    }
    for (entity, name) in [("Campsite", "tags"), ("Guest", "friends")] {
      let relationship = try XCTUnwrap(model.entity(named: entity)?.property(name))
      func pair() -> ChangeSet.Join.Pair {
        .init(source: Int64(1 + dice.roll(8)), destination: Int64(1 + dice.roll(8)))
      }
      let (added, removed) = (pair(), pair())
      if dice.roll(2) == 0 {
        changes.joins.append(
          .init(relationship: relationship, added: [added], removed: [removed]))
      }
    }
    return changes
  }

  private func outcome(_ store: PersistentStore, _ changes: ChangeSet) -> String {
    do {
      let outcome = try store.save(changes)
      let numbers = outcome.sequenceValues.map { "\($0.insert): \($0.property.name) \($0.value)" }
      return "keys \(outcome.keys), numbers \(numbers)"
    } catch let error as ObjectGraphError where error.code == .managedObjectConstraintMerge {
      // A row may break two constraints at once, and SQLite checks its indexes in its own order.
      return "another \(error.entityName ?? "") than \(error.objectID?.reference ?? 0)"
    } catch {
      return "\(error)"
    }
  }

  private func contents(_ opened: Opened) throws -> [String] {
    let (store, model) = opened
    return try model.entities.filter { $0.number == $0.rootNumber }.flatMap { root in
      try store.fetch(FetchPlan(layout: root)).map { row in
        let layout = model[row.entityNumber]
        let values = layout.properties.map { "\($0.name) \(row.value(of: $0))" }
        let destinations = try layout.toManys.map { relationship in
          try store.destinations(of: relationship, source: row.key).map(\.key)
        }
        return "\(layout.name) \(row.key) version \(row.version): \(values) \(destinations)"
      }
    }
  }

  func testRandomSavesAreTakenAndRefusedAlike() throws {
    var refusals: [String: Int] = [:]
    for seed in 1...6 as ClosedRange<UInt64> {
      let memory = try open(.inMemory())
      let disk = try open(
        PersistentStoreDescription(
          url: directory.appendingPathComponent("\(seed).sqlite"),
          pragmas: ["synchronous": "OFF"]))
      var dice = Dice(state: seed &* 0x9e37_79b9_7f4a_7c15)
      for step in 0..<120 {
        var same = dice
        let onDisk = outcome(disk.store, try changes(for: disk, &dice))
        let inMemory = outcome(memory.store, try changes(for: memory, &same))
        XCTAssertEqual(inMemory, onDisk, "seed \(seed), step \(step)")
        let (here, there) = (try contents(memory), try contents(disk))
        XCTAssertEqual(here, there, "seed \(seed), step \(step)")
        if here != there { return }
        refusals[String(onDisk.prefix(9)), default: 0] += 1
      }
      memory.store.close()
      disk.store.close()
    }
    // Refusals of each kind were among them.
    XCTAssertGreaterThan(refusals.count, 4, "\(refusals)")
  }
}
