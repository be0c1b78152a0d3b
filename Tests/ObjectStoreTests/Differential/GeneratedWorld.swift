import Foundation
import ObjectModel
import TestSupport
import XCTest

@testable import ObjectStore

/// A model and rows that a seed decides, in a store in memory.
final class GeneratedWorld {
  struct Attribute {
    /// With the names of the composites around it.
    let path: String
    let type: AttributeType
  }

  struct Reference {
    let name: String
    let destination: String
  }

  /// What predicates can say about an entity; inherited properties are listed too.
  struct Entity {
    let name: String
    let parent: String?
    var attributes: [Attribute] = []
    var toOnes: [Reference] = []
    var toManys: [Reference] = []
  }

  private(set) var entities: [String: Entity] = [:]
  let model: ModelLayout
  let store: PersistentStore

  static let names = ["Alpha", "Beta", "Gamma", "Delta", "Omega"]
  private static let parents = ["Beta": "Alpha", "Gamma": "Beta"]
  private static let types: [AttributeType] = [
    .integer16, .integer32, .integer64, .double, .float, .decimal, .string, .string, .boolean,
    .date, .binaryData, .uuid, .uri,
  ]

  /// - Parameters:
  ///   - rowCount: how many rows each entity has.
  ///   - spread: how many values an attribute's rows share, so that there are groups; nil for any.
  init(
    rowCount: ClosedRange<Int> = 0...6, spread: Int? = nil, using dice: inout SeededGenerator
  ) throws {
    var own: [String: [PropertyDescription]] = [:]
    var known: [String: Entity] = [:]
    for name in Self.names {
      var entity = Entity(name: name, parent: Self.parents[name])
      own[name] = Self.attributes(of: &entity, &dice)
      known[name] = entity
    }
    for number in 0..<Int.random(in: 3...6, using: &dice) {
      Self.relate(number, &known, &own, &dice)
    }
    // Subentities inherit: parents come first in the list of names.
    for name in Self.names {
      guard let parent = known[name]?.parent, let inherited = known[parent] else { continue }
      known[name]?.attributes += inherited.attributes
      known[name]?.toOnes += inherited.toOnes
      known[name]?.toManys += inherited.toManys
    }
    entities = known
    let descriptions = Self.names.map { name in
      let entity = EntityDescription(name: name, managedObjectClassName: "ManagedObject")
      entity.properties = own[name] ?? []
      return entity
    }
    descriptions[0].subentities = [descriptions[1]]
    descriptions[1].subentities = [descriptions[2]]
    model = try ModelLayout(
      model: ManagedObjectModel(entities: [descriptions[0], descriptions[3], descriptions[4]]))
    store = try PersistentStore(
      settings: PersistentStoreDescription.inMemory().settings, model: model)
    let rows = RowPlanner(model: model, rowCount: rowCount, spread: spread, using: &dice)
    _ = try store.save(rows.changes())
  }

  // MARK: The model

  private static func attributes(
    of entity: inout Entity, _ dice: inout SeededGenerator
  ) -> [PropertyDescription] {
    var properties: [PropertyDescription] = []
    func name(_ number: Int) -> String { "\(entity.name.lowercased())\(number)" }
    for number in 0..<Int.random(in: 3...6, using: &dice) {
      let type = types.randomElement(using: &dice) ?? .string
      properties.append(AttributeDescription(name(number), type))
      entity.attributes.append(Attribute(path: name(number), type: type))
    }
    if Int.random(in: 0..<3, using: &dice) == 0 {
      let elements: [(String, AttributeType)] = [
        ("\(name(9))s", .string), ("\(name(9))n", .decimal),
      ]
      properties.append(
        CompositeAttributeDescription(name(9)) {
          elements.map { AttributeDescription($0.0, $0.1) }
        })
      for (element, type) in elements {
        entity.attributes.append(Attribute(path: "\(name(9)).\(element)", type: type))
      }
    }
    return properties
  }

  /// Adds a relationship and its inverse: one to one, one to many or many to many.
  private static func relate(
    _ number: Int, _ known: inout [String: Entity],
    _ properties: inout [String: [PropertyDescription]], _ dice: inout SeededGenerator
  ) {
    let (from, to) = (
      names.randomElement(using: &dice) ?? "Alpha", names.randomElement(using: &dice) ?? "Delta"
    )
    let (there, back) = ("to\(number)", "from\(number)")
    let kind = Int.random(in: 0..<5, using: &dice)
    let isThereToMany = kind > 2
    let isBackToMany = kind > 0
    properties[from]?.append(
      isThereToMany
        ? RelationshipDescription(there, toMany: to, inverse: back)
        : RelationshipDescription(there, toOne: to, inverse: back))
    properties[to]?.append(
      isBackToMany
        ? RelationshipDescription(back, toMany: from, inverse: there)
        : RelationshipDescription(back, toOne: from, inverse: there))
    let (forward, backward) = (
      Reference(name: there, destination: to), Reference(name: back, destination: from)
    )
    if isThereToMany {
      known[from]?.toManys.append(forward)
    } else {
      known[from]?.toOnes.append(forward)
    }
    if isBackToMany {
      known[to]?.toManys.append(backward)
    } else {
      known[to]?.toOnes.append(backward)
    }
  }

  /// The rows of an entity as the evaluator in memory sees them.
  func subjects(_ entity: String) throws -> [StoredSubject] {
    guard let layout = model.entity(named: entity) else { return [] }
    return try store.fetch(FetchPlan(layout: layout)).map {
      StoredSubject(row: $0, store: store, model: model)
    }
  }
}

/// Which rows a world has.
private struct RowPlanner {
  private struct Planned {
    let layout: EntityLayout
    let key: Int64
    var values: [(property: PropertyLayout, value: AttributeValue)] = []
    var references: [(property: PropertyLayout, key: Int64, entity: Int)] = []
  }

  private var rows: [Planned] = []
  private var joins: [ChangeSet.Join] = []

  init(
    model: ModelLayout, rowCount: ClosedRange<Int>, spread: Int?,
    using dice: inout SeededGenerator
  ) {
    var shared: [String: [AttributeValue]] = [:]
    for name in GeneratedWorld.names {
      guard let layout = model.entity(named: name) else { continue }
      for _ in 0..<Int.random(in: rowCount, using: &dice) {
        var row = Planned(layout: layout, key: -Int64(rows.count + 1))
        for property in layout.properties {
          guard let attribute = property.attribute, Int.random(in: 0..<4, using: &dice) > 0 else {
            continue
          }
          let type = attribute.attributeType
          guard let spread else {
            row.values.append((property, GeneratedValues.value(type, using: &dice)))
            continue
          }
          let few =
            shared[property.name]
            ?? (0..<spread).map { _ in GeneratedValues.value(type, using: &dice) }
          shared[property.name] = few
          row.values.append((property, few.randomElement(using: &dice) ?? .null))
        }
        rows.append(row)
      }
    }
    var taken: Set<String> = []
    for index in rows.indices {
      for property in rows[index].layout.properties where property.kind == .toOne {
        link(index, property, model, &taken, &dice)
      }
    }
    for root in model.entities {
      for property in root.toManys where property.declaringNumber == root.number {
        guard let inverse = model.inverse(of: property), inverse.isToMany,
          property.name.hasPrefix("to")
        else { continue }
        join(root, property, model, &dice)
      }
    }
  }

  private mutating func link(
    _ index: Int, _ property: PropertyLayout, _ model: ModelLayout, _ taken: inout Set<String>,
    _ dice: inout SeededGenerator
  ) {
    let candidates = rows.indices.filter {
      model[property.destinationNumber].includes(rows[$0].layout.number)
    }
    guard let chosen = candidates.randomElement(using: &dice),
      Int.random(in: 0..<4, using: &dice) > 0
    else { return }
    let inverse = model.inverse(of: property)
    if let inverse, inverse.kind == .toOne {
      // Both columns of a one-to-one relationship are set, and each once.
      guard property.name.hasPrefix("to"),
        taken.insert("\(property.name) \(index)").inserted,
        taken.insert("\(inverse.name) \(chosen)").inserted,
        let back = rows[chosen].layout.property(inverse.name)
      else { return }
      rows[chosen].references.append((back, rows[index].key, rows[index].layout.number))
    }
    rows[index].references.append((property, rows[chosen].key, rows[chosen].layout.number))
  }

  private mutating func join(
    _ owner: EntityLayout, _ property: PropertyLayout, _ model: ModelLayout,
    _ dice: inout SeededGenerator
  ) {
    let sources = rows.filter { owner.includes($0.layout.number) }
    let destinations = rows.filter {
      model[property.destinationNumber].includes($0.layout.number)
    }
    var pairs: Set<ChangeSet.Join.Pair> = []
    for source in sources {
      for destination in destinations where Int.random(in: 0..<3, using: &dice) == 0 {
        pairs.insert(.init(source: source.key, destination: destination.key))
      }
    }
    guard !pairs.isEmpty else { return }
    joins.append(
      .init(
        relationship: property,
        added: pairs.sorted { ($0.source, $0.destination) > ($1.source, $1.destination) },
        removed: []))
  }

  func changes() throws -> ChangeSet {
    var changes = ChangeSet()
    for planned in rows {
      let row = planned.layout.template.copy(extraBytes: 2000)
      row.identify(key: planned.key, version: 0)
      for (property, value) in planned.values {
        XCTAssertTrue(row.set(value, for: property), "\(property.name) \(value)")
      }
      for (property, key, entity) in planned.references {
        XCTAssertTrue(row.set(.integer(key), for: property), property.name)
        if property.hasEntitySlot {
          row.setExtra(slot: property.slot + 1, integer: Int64(entity))
        }
      }
      changes.inserts.append(.init(layout: planned.layout, row: row))
    }
    changes.joins = joins
    return changes
  }
}
