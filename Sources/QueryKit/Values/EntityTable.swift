import ObjectGraph
import Rendering

/// Shows objects of an entity as rows of a table.
///
/// The columns are the stored attributes, then the to-one relationships, which show their
/// destination's label. A composite attribute has a column for each element, named by its path. If
/// objects are shown by their identities, the first column is the object's own.
struct EntityTable {
  let properties: [PropertyDescription]
  let style: CellStyle

  init(_ entity: EntityDescription, _ style: CellStyle) {
    let all = Self.lineage(of: entity).flatMap(\.properties).filter { !$0.isTransient }
    let toOnes = all.filter { ($0 as? RelationshipDescription)?.isToMany == false }
    properties = all.filter { $0 is AttributeDescription }.flatMap(\.leaves) + toOnes
    self.style = style
  }

  /// The names of the relationships to prefetch because labels are made from their destinations.
  var relationships: [String] {
    style.isByIdentity
      ? [] : properties.filter { $0 is RelationshipDescription }.map(\.name)
  }

  /// The entity's ancestors from the root of its hierarchy down to itself.
  private static func lineage(of entity: EntityDescription) -> [EntityDescription] {
    (entity.superentity.map(lineage) ?? []) + [entity]
  }

  /// A table of the objects, in the given order, and the errors of values whose files cannot be read,
  /// which are null in it.
  ///
  /// - Throws: an error if an object is no longer in the store.
  func table(of objects: [ManagedObject]) throws -> (ResultTable, unread: [ObjectGraphError]) {
    var unread: [ObjectGraphError] = []
    let rows = try objects.map { object in
      try cells(of: object) { error in
        guard error.key != nil, error.details[.filePath] != nil else { throw error }
        unread.append(error)
        return .null
      }
    }
    return (ResultTable(columns: columns, rows: rows), unread)
  }

  var columns: [ResultTable.Column] {
    (style.isByIdentity ? [.init("SELF")] : []) + properties.map(Self.column)
  }

  static func column(of property: PropertyDescription) -> ResultTable.Column {
    ResultTable.Column(
      property.keyPath,
      alignment: (property as? AttributeDescription)?.attributeType.alignment ?? .leading)
  }

  /// The cells of an object's row.
  ///
  /// - Parameter substitute: gives the cell of a value that cannot be read, or throws the error.
  /// - Throws: an error if the object is no longer in the store.
  func cells(
    of object: ManagedObject, orElse substitute: (ObjectGraphError) throws -> Cell = { throw $0 }
  ) throws -> [Cell] {
    let cells = try properties.map { property in
      do {
        return try cell(of: property, of: object)
      } catch let error as ObjectGraphError {
        return try substitute(error)
      }
    }
    return (style.isByIdentity ? [.text(style.text(of: object))] : []) + cells
  }

  /// The cell for a property of an object.
  ///
  /// - Throws: an error if the object is no longer in the store.
  func cell(of property: PropertyDescription, of object: ManagedObject) throws -> Cell {
    cell(of: try object.value(forKeyPath: property.keyPath), property)
  }

  /// The cell for a value of a property.
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
  /// The property itself, or the elements of a composite attribute, including nested ones.
  package var leaves: [PropertyDescription] {
    (self as? CompositeAttributeDescription)?.elements.flatMap(\.leaves) ?? [self]
  }
}
