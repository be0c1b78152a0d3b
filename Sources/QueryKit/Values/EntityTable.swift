import ObjectGraph
import Rendering

/// Objects of an entity as rows: the attributes as stored, then the labels of what the to-one
/// relationships lead to. Of a composite attribute it has the elements, by their paths. Where people
/// have no names for objects, each row begins with the object's identity.
struct EntityTable {
  let properties: [PropertyDescription]
  let style: CellStyle

  init(_ entity: EntityDescription, _ style: CellStyle) {
    let all = Self.lineage(of: entity).flatMap(\.properties).filter { !$0.isTransient }
    let toOnes = all.filter { ($0 as? RelationshipDescription)?.isToMany == false }
    properties = all.filter { $0 is AttributeDescription }.flatMap(\.leaves) + toOnes
    self.style = style
  }

  /// The names of the relationships whose objects are read along, as labels are made of them.
  var relationships: [String] {
    style.isByIdentity
      ? [] : properties.filter { $0 is RelationshipDescription }.map(\.name)
  }

  /// The entity's ancestors from the root of its hierarchy down to itself.
  private static func lineage(of entity: EntityDescription) -> [EntityDescription] {
    (entity.superentity.map(lineage) ?? []) + [entity]
  }

  /// The rows of the objects in their order.
  ///
  /// - Throws: when an object's row is gone from the store.
  func table(of objects: [ManagedObject]) throws -> ResultTable {
    ResultTable(columns: columns, rows: try objects.map(cells))
  }

  var columns: [ResultTable.Column] {
    (style.isByIdentity ? [.init("SELF")] : []) + properties.map(Self.column)
  }

  static func column(of property: PropertyDescription) -> ResultTable.Column {
    ResultTable.Column(
      property.keyPath,
      alignment: (property as? AttributeDescription)?.attributeType.alignment ?? .leading)
  }

  /// The row of an object.
  ///
  /// - Throws: when its row is gone from the store.
  func cells(of object: ManagedObject) throws -> [Cell] {
    (style.isByIdentity ? [.text(style.text(of: object))] : [])
      + (try properties.map { try cell(of: $0, of: object) })
  }

  /// The value that an object has for a property.
  ///
  /// - Throws: when its row is gone from the store.
  func cell(of property: PropertyDescription, of object: ManagedObject) throws -> Cell {
    cell(of: try object.value(forKeyPath: property.keyPath), property)
  }

  /// The value of a property.
  func cell(of value: Any?, _ property: PropertyDescription) -> Cell {
    if property is RelationshipDescription {
      return Cell((value as? ManagedObject).map(style.text))
    }
    return Cell(
      AttributeValue(value) ?? .null, style,
      isDayNumber: (property as? AttributeDescription)?.isDayNumber == true)
  }
}

extension PropertyDescription {
  /// The property alone, or in place of a composite attribute its elements.
  package var leaves: [PropertyDescription] {
    (self as? CompositeAttributeDescription)?.elements.flatMap(\.leaves) ?? [self]
  }
}
