import CommandKit
import Foundation
import ObjectGraph
import ObjectModel
import QueryKit
import Rendering

/// The details of an entity for `inspect`.
@MainActor
struct EntityReport {
  private let entity: EntityDescription
  private let style: CellStyle
  private let attributes: [AttributeDescription]
  private let relationships: [RelationshipDescription]

  init(_ entity: EntityDescription, _ style: CellStyle) {
    self.entity = entity
    self.style = style
    let properties = entity.propertiesByName.values.flatMap(\.leaves).sorted {
      $0.keyPath < $1.keyPath
    }
    attributes = properties.compactMap { $0 as? AttributeDescription }
    relationships = properties.compactMap { $0 as? RelationshipDescription }
  }

  func facts(storedHash: Data?) -> Answer.Record {
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: " + ") }
    return [
      ("entity", Cell(entity.name)), ("class", .text(entity.managedObjectClassName)),
      ("abstract", .boolean(entity.isAbstract)), ("parent", Cell(entity.superentity?.name)),
      ("subentities", Cell(list: entity.subentities.compactMap(\.name).sorted())),
      ("unique by", Cell(list: constraints)),
      ("renamed from", Cell(entity.formerName)),
      ("hash modifier", Cell(entity.versionHashModifier)),
      ("version hash", .text((storedHash ?? entity.versionHash).hexadecimal)),
    ]
  }

  // MARK: Lists

  /// The lists to show to people, which fit a terminal.
  var lists: [Answer.List] {
    let attributes: [ListColumn<AttributeDescription>] = [
      ListColumn("name", isWhole: true) { .text($0.keyPath) },
      ListColumn("type", isWhole: true) { .text($0.typeTitle) },
      ListColumn("traits") { property in
        let value = Cell(property.defaultValue, style).plainText
        return Cell(
          list: (value.map { ["default \($0)"] } ?? []) + property.allTraits)
      },
      ListColumn("inherited from", rank: .aside) { Cell(inherited($0)) },
    ]
    let relationships: [ListColumn<RelationshipDescription>] = [
      ListColumn("name", isWhole: true) { .text($0.name) },
      ListColumn("destination", isWhole: true) {
        .text("\($0.countText) \($0.destinationEntity?.name ?? "")")
      },
      ListColumn("inverse") { Cell($0.inverseRelationship?.name) },
      ListColumn("traits") { Cell(list: [$0.deleteRule.word] + $0.allTraits) },
      ListColumn("inherited from", rank: .aside) { Cell(inherited($0)) },
    ]
    return [
      ("attributes", attributes.table(of: self.attributes)),
      ("relationships", relationships.table(of: self.relationships)),
    ] + otherLists
  }

  /// The indexes and fetched properties.
  var otherLists: [Answer.List] {
    let indexes: [ListColumn<FetchIndexDescription>] = [
      ListColumn("name", isWhole: true) { .text($0.name) },
      ListColumn("properties", isWhole: true) { index in
        Cell(list: index.elements.map { $0.propertyName + ($0.isAscending ? "" : " desc") })
      },
    ]
    let fetched: [ListColumn<FetchedPropertyDescription>] = [
      ListColumn("name") { .text($0.name) },
      ListColumn("entity") { Cell($0.fetchRequest?.entityName) },
      ListColumn("predicate") { Cell($0.fetchRequest?.predicate?.predicateFormat) },
    ]
    let properties = entity.fetchedPropertiesByName.values.sorted { $0.name < $1.name }
    return [
      ("indexes", indexes.table(of: entity.indexes)),
      ("fetched properties", fetched.table(of: properties)),
    ]
  }

  private func inherited(_ property: PropertyDescription) -> String? {
    let declaring = ((property as? AttributeDescription)?.composite ?? property).entity
    return declaring === entity ? nil : declaring?.name
  }

  /// All attributes and relationships in one table.
  var rows: ResultTable {
    let columns: [ListColumn<PropertyDescription>] = [
      ListColumn("property") { .text($0.keyPath) }, ListColumn("type") { .text($0.typeTitle) },
      ListColumn("optional") { .boolean($0.isOptional) },
      ListColumn("default") {
        ($0 as? AttributeDescription).map { Cell($0.defaultValue, style) } ?? .null
      },
      ListColumn("traits") { Cell(list: $0.traits) },
      ListColumn("destination") { Cell(($0 as? RelationshipDescription)?.destinationEntity?.name) },
      ListColumn("inverse") { Cell(($0 as? RelationshipDescription)?.inverseRelationship?.name) },
      .number("min") { Cell(($0 as? RelationshipDescription)?.minCount) },
      .number("max") { Cell(($0 as? RelationshipDescription)?.maxCount) },
      ListColumn("delete rule") { Cell(($0 as? RelationshipDescription)?.deleteRule.word) },
      ListColumn("renamed from") { Cell($0.formerName) },
      ListColumn("inherited from") { Cell(inherited($0)) },
      ListColumn("version hash") { .text($0.versionHash.hexadecimal) },
    ]
    return columns.table(of: attributes as [PropertyDescription] + relationships)
  }
}
