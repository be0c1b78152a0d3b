import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import ObjectStore
import QueryKit
import Rendering

/// The contents of a store or model for `inspect`.
@MainActor
struct Inspection {
  let subject: ModelArgument
  /// The model with its original class and transformer names.
  let model: ManagedObjectModel
  /// Nil for a model.
  let store: ReadStore?
  let style: CellStyle

  /// Describes the store or model as a whole.
  func answer() throws -> Answer {
    let entities = try entityTable()
    let facts = try store.map(facts) ?? modelFacts()
    let added = ResultTable(
      columns: [.init("key"), .init("value")], rows: additions.map { [.text($0.name), $0.value] })
    let parts = [("entities", entities)] + requests(of: nil)
    return .forms(
      .details((facts + additions).inWords, lists: parts.map { ($0.0, $0.1.inWords) }),
      record: facts + ([("metadata", added)] + parts).map { ($0.0, $0.1.cell) }, rows: entities)
  }

  /// Describes one entity.
  ///
  /// - Throws: `ValueFault` if there is no entity with this name.
  func answer(about name: String) throws -> Answer {
    let entity = try EntityDescription.named(name, in: model.entitiesByName)
    let report = EntityReport(entity, style)
    let counts = try store.map { try ObjectCounts($0, of: model) }
    let facts =
      report.facts(storedHash: hashes?[entity.name ?? ""])
      + [
        ("own objects", Cell(counts?.own[entity.name ?? ""])),
        ("all objects", Cell(counts?.all(of: entity))),
      ]
    let requests = requests(of: entity)
    let parts = [("properties", report.rows)] + report.otherLists + requests
    return .forms(
      .details(
        facts.inWords, lists: (report.lists + requests).map { ($0.title, $0.table.inWords) }),
      record: facts + parts.map { ($0.title, $0.table.cell) }, rows: report.rows)
  }

  // MARK: Facts

  private var hashes: [String: Data]? {
    store?.store.metadata["NSStoreModelVersionHashes"] as? [String: any Sendable] as? [String: Data]
  }

  private func modelFacts() throws -> Answer.Record {
    [
      ("file", .text(subject.path)), ("kind", .text("model")), ("version", Cell(version)),
      ("versions", Cell(list: try subject.versionNames())),
      ("identifiers", Cell(list: model.versionIdentifiers.sorted())),
      ("configurations", Cell(list: model.configurations)),
      ("checksum", .text(model.versionChecksum)),
    ]
  }

  private var version: String? { model.contents.versionName }

  /// The metadata key that only ObjectGraph's own stores have.
  private static let ownHashesKey = "ObjectGraphVersionHashes"

  private func facts(of store: ReadStore) -> Answer.Record {
    let metadata = store.store.metadata
    let isOwn = metadata[Self.ownHashesKey] != nil
    let identifiers = metadata["NSStoreModelVersionIdentifiers"] as? [any Sendable] ?? []
    return [
      ("file", .text(subject.path)),
      ("kind", .text("store of \(isOwn ? "ObjectGraph" : "Core Data")")),
      ("bytes", Cell(store.size)), ("UUID", .text(store.store.identifier)),
      ("version", Cell(version)),
      ("identifiers", Cell(list: identifiers.compactMap { $0 as? String })),
      ("configurations", Cell(list: model.configurations)),
      ("checksum", Cell(metadata["NSStoreModelVersionChecksumKey"] as? String)),
      ("framework", Cell(metadata["NSPersistenceFrameworkVersion"] as? Int)),
    ]
  }

  /// The application's own metadata entries, ordered by key.
  private var additions: Answer.Record {
    (store?.store.metadata ?? [:]).filter {
      !$0.key.hasPrefix("NS") && !$0.key.hasPrefix("_NS") && $0.key != Self.ownHashesKey
    }
    .sorted { $0.key < $1.key }
    .map { key, value in
      (key, AttributeValue(value).map { Cell($0, style) } ?? .text("\(value)"))
    }
  }

  // MARK: Lists

  private func entityTable() throws -> ResultTable {
    let counts = try store.map { try ObjectCounts($0, of: model) }
    let all = model.entities.filter { $0.superentity == nil }.sorted {
      ($0.name ?? "") < ($1.name ?? "")
    }
    .flatMap(Self.family)
    let columns: [ListColumn<EntityDescription>] =
      [
        ListColumn("entity", isWhole: true) { Cell($0.name) },
        ListColumn("parent", isWhole: true) { Cell($0.superentity?.name) },
      ]
      + (counts.map { counts in
        [
          .number("own") { Cell(counts.own[$0.name ?? ""]) },
          .number("all") { Cell(counts.all(of: $0)) },
        ]
      } ?? []) + [
        .number("attributes") { Cell($0.attributesByName.values.flatMap(\.leaves).count) },
        .number("relationships") { Cell($0.relationshipsByName.count) },
      ]
    return columns.table(of: all)
  }

  /// An entity followed by its subentities, recursively, each level ordered by name.
  private static func family(of entity: EntityDescription) -> [EntityDescription] {
    [entity] + entity.subentities.sorted { ($0.name ?? "") < ($1.name ?? "") }.flatMap(family)
  }

  /// The list of fetch request templates, of all entities or one; empty if there are no templates.
  private func requests(of entity: EntityDescription?) -> [Answer.List] {
    let templates = model.fetchRequestTemplatesByName.sorted { $0.key < $1.key }
      .filter { entity == nil || $0.value.entityName == entity?.name }
    guard !templates.isEmpty else { return [] }
    let columns: [ListColumn<(key: String, value: FetchRequestDescription)>] = [
      ListColumn("name") { .text($0.key) }, ListColumn("entity") { .text($0.value.entityName) },
      ListColumn("predicate") { Cell($0.value.predicate?.predicateFormat) },
      .number("limit") { $0.value.fetchLimit > 0 ? Cell($0.value.fetchLimit) : .null },
    ]
    return [("fetch requests", columns.table(of: templates))]
  }
}

/// The number of objects of each entity in a store.
@MainActor
struct ObjectCounts {
  /// The number of an entity's own objects, without subentities, by entity name.
  private(set) var own: [String: Int] = [:]

  init(_ store: ReadStore, of model: ManagedObjectModel) throws {
    for name in model.entitiesByName.keys {
      let request = FetchRequest<ManagedObject>(entityName: name)
      request.includesSubentities = false
      own[name] = try store.context.count(for: request)
    }
  }

  /// The number of objects of an entity and all its subentities.
  func all(of entity: EntityDescription) -> Int {
    entity.subentities.reduce(own[entity.name ?? ""] ?? 0) { $0 + all(of: $1) }
  }
}

extension Cell {
  /// Creates a list of the non-empty words, in order, or null if there are none.
  init(list words: [String]) {
    let words = words.filter { !$0.isEmpty }
    self = words.isEmpty ? .null : .list(words.map { .text($0) })
  }

  /// The cell for people: lists are joined by commas, and false is null.
  fileprivate var inWords: Cell {
    switch self {
    case .list(let cells): .text(cells.compactMap(\.plainText).joined(separator: ", "))
    case .boolean(false): .null
    default: self
    }
  }
}

extension Answer.Record {
  fileprivate var inWords: Self { map { ($0.name, $0.value.inWords) } }
}

extension ResultTable {
  /// The table for people: lists are joined by commas, and empty columns are left out.
  fileprivate var inWords: ResultTable {
    ResultTable(
      columns: columns, rows: rows.map { $0.map { if case .list = $0 { $0.inWords } else { $0 } } }
    )
    .keepingColumns { !isEmpty(column: $0) }
  }
}
