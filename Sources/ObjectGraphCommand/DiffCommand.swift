import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import Rendering

extension Command where Context == Tool {
  /// Says what changes between two models.
  static var diff: Self {
    Command(
      "diff", synonyms: ["compare", "changes", "inferable"],
      "Compare two models, and say whether stores can be migrated without a mapping model",
      .required("old", .model("OLD", "older model, or a store that carries it")),
      .required("new", .model("NEW", "newer model, or a store that carries it")),
      .option("from", .text("NAME"), "version of the older model; the current one by default"),
      .option("version", .text("NAME"), "version of the newer model; the current one by default"),
      details: """
        Entities and properties with another name are the same where the newer model's renaming \
        identifier says so.
        """,
      examples: [
        "diff Notes.xcdatamodeld Notes.xcdatamodeld --from Notes --version \"Notes 2\"",
        "diff Notes.sqlite Notes.xcdatamodeld",
      ]
    ) { _, old, new, from, version in
      let difference = ModelDifference(
        from: try old.model(version: from), to: try new.model(version: version))
      let lines = difference.lines
      let obstacles = difference.obstacles
      let verdict =
        lines.isEmpty
        ? "no difference"
        : obstacles.isEmpty
          ? "inferable"
          : "needs a mapping, because " + obstacles.map { "\($0)" }.joined(separator: ";\n  ")
      let changes = lines.map { "  \($0.name) \($0.change)" }
      return .messages(
        (changes + [verdict]).joined(separator: "\n"),
        records: lines.map { line in
          [
            ("entity", .text(line.entity)), ("key", line.key.map { .text($0) } ?? .null),
            ("change", .text(line.change)),
            (
              "inferable",
              .boolean(!obstacles.contains { $0.entityName == line.entity && $0.key == line.key })
            ),
          ]
        })
    }
  }
}

/// One change between two versions of a model.
struct ChangeLine {
  let entity: String
  let key: String?
  let change: String

  var name: String { [entity, key].compactMap { $0 }.joined(separator: ".") }
}

extension ModelDifference {
  /// What changes, entity by entity; what is inherited is told of where it is declared.
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
      changes.append("comes under \(new.superentity?.name ?? "no other entity")")
    }
    if old.isAbstract != new.isAbstract {
      changes.append(new.isAbstract ? "becomes abstract" : "is abstract no more")
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
  /// What changes; nothing where a store sees no difference.
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
    if old.versionHashModifier != new.versionHashModifier {
      changes.append("has another hash modifier")
    }
    return changes + elements.flatMap(\.changes)
  }

  private static func kind(of property: PropertyDescription) -> String {
    if let attribute = property as? AttributeDescription { return attribute.attributeType.title }
    guard let relationship = property as? RelationshipDescription else { return "fetched" }
    let order = relationship.isToMany && relationship.isOrdered ? "ordered " : ""
    return "\(order)\(relationship.isToMany ? "to-many" : "to-one") "
      + (relationship.destinationEntity?.name ?? "")
  }
}
