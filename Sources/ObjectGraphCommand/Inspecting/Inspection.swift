import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import ObjectStore
import QueryKit
import Rendering

/// What a store or a model has.
@MainActor
struct Inspection {
  let subject: ModelArgument
  /// The model as it was declared.
  let model: ManagedObjectModel
  /// Nil for a model.
  let store: ReadStore?
  let style: CellStyle

  /// The store or the model as a whole.
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

  /// One of its entities.
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
      ("versions", Cell(list: try subject.versions().compactMap(\.contents.versionName))),
      ("identifiers", Cell(list: model.versionIdentifiers.sorted())),
      ("configurations", Cell(list: model.configurations)),
      ("checksum", .text(model.versionChecksum)),
    ]
  }

  private var version: String? { model.contents.versionName }

  /// What only stores of ours have in their metadata.
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

  /// What the application added to the metadata.
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

  /// An entity and those that come under it.
  private static func family(of entity: EntityDescription) -> [EntityDescription] {
    [entity] + entity.subentities.sorted { ($0.name ?? "") < ($1.name ?? "") }.flatMap(family)
  }

  /// The fetch request templates, or those for one entity; no list where there are none.
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

/// How many objects of each entity a store has.
@MainActor
struct ObjectCounts {
  /// Those of an entity itself, by its name.
  private(set) var own: [String: Int] = [:]

  init(_ store: ReadStore, of model: ManagedObjectModel) throws {
    for name in model.entitiesByName.keys {
      let request = FetchRequest<ManagedObject>(entityName: name)
      request.includesSubentities = false
      own[name] = try store.context.count(for: request)
    }
  }

  /// Those of an entity with all that come under it.
  func all(of entity: EntityDescription) -> Int {
    entity.subentities.reduce(own[entity.name ?? ""] ?? 0) { $0 + all(of: $1) }
  }
}

extension Cell {
  /// Words in their order, or null where there are none.
  init(list words: [String]) {
    let words = words.filter { !$0.isEmpty }
    self = words.isEmpty ? .null : .list(words.map { .text($0) })
  }

  /// The same for people, who read words with commas between them, and are not told of a no.
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
  /// The same for people, who need no columns without values.
  fileprivate var inWords: ResultTable {
    ResultTable(
      columns: columns, rows: rows.map { $0.map { if case .list = $0 { $0.inWords } else { $0 } } }
    )
    .keepingColumns { !isEmpty(column: $0) }
  }
}
