import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import ObjectStore
import Rendering

extension Command where Context == Tool {
  /// The `diff` command, which compares two models.
  static var diff: Self {
    Command(
      "diff", synonyms: ["compare", "changes", "inferable"],
      "Compare two models, and say whether stores can be migrated without a mapping model",
      .required("old", .model("OLD", "older model, or a store that contains it")),
      .required("new", .model("NEW", "newer model, or a store that contains it")),
      .option("from", .text("NAME"), "version of the older model; the current one by default"),
      .option("version", .text("NAME"), "version of the newer model; the current one by default"),
      details: """
        Renamed entities and properties are recognized by the newer model's renaming identifiers. \
        The exit status is 0 if nothing differs or the mapping can be inferred, and 1 if a mapping \
        model is needed.
        """,
      examples: [
        "diff Notes.xcdatamodeld Notes.xcdatamodeld --from Notes --version \"Notes 2\"",
        "diff Notes.sqlite Notes.xcdatamodeld",
      ]
    ) { tool, old, new, from, version in
      let verdict = DiffVerdict(
        ModelDifference(
          from: try old.model(version: from, by: "from"), to: try new.model(version: version)))
      tool.status = verdict.obstacles.isEmpty ? .success : .no
      return verdict.answer
    }
  }
}

/// The differences between two versions of a model, and whether a mapping can be inferred.
struct DiffVerdict {
  private let difference: ModelDifference
  private let lines: [ChangeLine]
  let obstacles: [MappingObstacle]

  init(_ difference: ModelDifference) {
    self.difference = difference
    lines = difference.lines
    obstacles = difference.obstacles
  }

  var answer: Answer {
    let reasons = obstacles.map { "\($0)" }
    let (word, sentence) =
      !reasons.isEmpty
      ? ("needs_mapping", "needs a mapping, because " + reasons.joined(separator: ";\n  "))
      : lines.isEmpty ? ("same", "no difference") : ("inferable", "inferable")
    let text = lines.map { "  \($0.name) \($0.change)" } + [sentence]
    return .forms(
      .text(text.joined(separator: "\n")),
      record: [
        ("from", .text(difference.source.versionTitle)),
        ("to", .text(difference.destination.versionTitle)), ("verdict", .text(word)),
        ("reasons", .list(reasons.map { .text($0) })), ("changes", changes.cell),
      ], rows: changes)
  }

  private var changes: ResultTable {
    // An obstacle that does not concern a listed change gets a row of its own.
    let others = obstacles.filter { obstacle in !lines.contains { $0.isAbout(obstacle) } }
      .map { ChangeLine(entity: $0.entityName, key: $0.key, change: $0.change) }
    return ResultTable(
      columns: [.init("entity"), .init("key"), .init("change"), .init("inferable")],
      rows: (lines + others).map { line in
        [
          .text(line.entity), Cell(line.key), .text(line.change),
          .boolean(!obstacles.contains { line.isAbout($0) }),
        ]
      })
  }
}

/// One change between two versions of a model.
struct ChangeLine {
  let entity: String
  let key: String?
  let change: String

  var name: String { [entity, key].compactMap { $0 }.joined(separator: ".") }

  func isAbout(_ obstacle: MappingObstacle) -> Bool {
    obstacle.entityName == entity && obstacle.key == key
  }
}

extension ModelDifference {
  /// The changes by entity. Those to inherited properties are listed only where they are declared.
  var lines: [ChangeLine] {
    entities.flatMap { change -> [ChangeLine] in
      guard let new = change.destination else {
        return [ChangeLine(entity: change.source?.name ?? "", key: nil, change: "is gone")]
      }
      let name = new.name ?? ""
      guard let old = change.source else {
        return [ChangeLine(entity: name, key: nil, change: "is new")]
      }
      let own = Self.changes(from: old, to: new)
        .map { ChangeLine(entity: name, key: nil, change: $0) }
      return own
        + change.properties.flatMap { property -> [ChangeLine] in
          let declared = property.destination ?? property.source
          guard declared?.entity === new || declared?.entity === old else { return [] }
          return property.changes.map {
            ChangeLine(entity: name, key: declared?.keyPath, change: $0)
          }
        }
    }
  }

  private static func changes(
    from old: EntityDescription, to new: EntityDescription
  ) -> [String] {
    var changes: [String] = []
    if old.name != new.name { changes.append("was \(old.name ?? "")") }
    if old.superentity?.name != new.superentity?.name {
      changes.append("inherits from \(new.superentity?.name ?? "no entity")")
    }
    if old.isAbstract != new.isAbstract {
      changes.append(new.isAbstract ? "becomes abstract" : "is no longer abstract")
    }
    if old.uniquenessConstraints != new.uniquenessConstraints {
      let texts = new.uniquenessConstraints.map { $0.joined(separator: "+") }
      changes.append("is unique by \(texts.isEmpty ? "nothing" : texts.joined(separator: ", "))")
    }
    if old.versionHashModifier != new.versionHashModifier {
      changes.append("has another hash modifier")
    }
    return changes
  }
}

extension PropertyChange {
  /// Descriptions of the changes; empty if stores are not affected.
  fileprivate var changes: [String] {
    guard let new = destination else { return ["is gone"] }
    guard let old = source else { return ["is new, \(Self.kind(of: new))"] }
    var changes: [String] = []
    if old.name != new.name { changes.append("was \(old.name)") }
    if Self.kind(of: old) != Self.kind(of: new) {
      changes.append("becomes \(Self.kind(of: new)) from \(Self.kind(of: old))")
    }
    if old.isOptional != new.isOptional {
      changes.append(new.isOptional ? "becomes optional" : "becomes required")
    }
    if old.isTransient != new.isTransient {
      changes.append(new.isTransient ? "becomes transient" : "is stored")
    }
    if let old = old as? AttributeDescription, let new = new as? AttributeDescription,
      old.allowsExternalBinaryDataStorage != new.allowsExternalBinaryDataStorage
    {
      changes.append(
        new.allowsExternalBinaryDataStorage
          ? "may be kept in files" : "is no longer kept in files")
    }
    if let old = old as? RelationshipDescription, let new = new as? RelationshipDescription,
      old.isToMany, new.isToMany
    {
      if old.minCount != new.minCount { changes.append("has a minimum count of \(new.minCount)") }
      if old.maxCount != new.maxCount {
        changes.append(
          new.maxCount > 0 ? "has a maximum count of \(new.maxCount)" : "has no maximum count")
      }
    }
    if old.versionHashModifier != new.versionHashModifier {
      changes.append("has another hash modifier")
    }
    return changes + elements.flatMap(\.changes)
  }

  private static func kind(of property: PropertyDescription) -> String {
    let destination = (property as? RelationshipDescription)?.destinationEntity
    return [property.typeTitle, destination?.name].compactMap { $0 }.joined(separator: " ")
  }
}
