import Foundation
import ObjectModel
import ObjectStore

/// Reads the values of a batch request as key-value coding reads them, with objects that are in no
/// context.
struct BatchValues {
  let binding: EntityBinding

  private var layout: EntityLayout { binding.layout }

  func makeObject(_ objectClass: ManagedObject.Type = ManagedObject.self) -> ManagedObject {
    let key = ManagedObjectID.nextTemporaryReference()
    let row = layout.template.copy(extraBytes: 96)
    row.identify(key: key, version: 0)
    return objectClass.init(
      ManagedObjectSeed(
        binding: binding, key: key, row: row, state: [.inserted, .ownsRow]))
  }

  // MARK: Updates

  /// What a request to update gives, by the names of the properties.
  func assignments(_ values: [String: Any?]) throws -> [BatchUpdatePlan.Assignment] {
    let object = makeObject()
    var assignments: [BatchUpdatePlan.Assignment] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try about(object) {
        if let expression = value as? FetchExpression {
          assignments.append(try assignment(of: expression, forKey: key, object))
          return
        }
        for property in try settable(key, object) {
          guard property.kind == .toOne else { continue }
          let id = try destination(value, of: property, object)
          assignments.append(.init(property, .constant(id.map { .objectID($0) } ?? .null)))
          return
        }
        try object.setValue(value, forKey: key)
        guard let row = object.row else { return }
        for property in try settable(key, object) {
          assignments.append(.init(property, .constant(row.value(of: property))))
        }
      }
    }
    return assignments
  }

  private func assignment(
    of expression: FetchExpression, forKey key: String, _ object: ManagedObject
  ) throws -> BatchUpdatePlan.Assignment {
    let properties = try settable(key, object)
    guard let property = properties.first, properties.count == 1, property.transformer == nil,
      layout.composite(key) == nil
    else {
      throw ObjectGraphError(
        .invalidArgument, "\(layout.name).\(key) takes no expression",
        repair: "give it a value, or an expression for each of its elements",
        entityName: layout.name, key: key)
    }
    let resolved = try PredicateResolver(entity: layout.entity).resolve(expression)
    if case .constant(let value) = resolved {
      if property.kind == .toOne {
        let id = try destination(value.anyValue, of: property, object)
        return .init(property, .constant(id.map { .objectID($0) } ?? .null))
      }
      try object.setValue(value.anyValue, forKey: key)
      return .init(property, .constant(object.row?.value(of: property) ?? .null))
    }
    guard Self.mayHold(resolved.type, property) else {
      throw ObjectGraphError(
        .invalidArgument, "\(layout.name).\(key) takes no value of \(expression)",
        repair: "cast the expression to the attribute's type", entityName: layout.name, key: key)
    }
    return .init(property, .expression(resolved))
  }

  private static func mayHold(_ type: AttributeType?, _ property: PropertyLayout) -> Bool {
    guard let type else { return true }
    guard let attribute = property.attribute else { return type == .objectID }
    func isNumber(_ type: AttributeType) -> Bool {
      switch type {
      case .integer16, .integer32, .integer64, .double, .float, .decimal, .boolean: true
      default: false
      }
    }
    return type == attribute.attributeType
      || (isNumber(type) && isNumber(attribute.attributeType))
  }

  // MARK: Insertions

  /// A new row of the values of a dictionary.
  ///
  /// - Parameter place: that of the dictionary among all, for errors.
  func newRow(_ values: [String: Any], at place: Int) throws -> BatchInsertPlan.NewRow {
    let object = makeObject()
    var links: [(property: PropertyLayout, id: ManagedObjectID)] = []
    var given: [Int] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try about(object, at: place) {
        let properties = try settable(key, object)
        given += properties.map(\.index)
        if let property = properties.first, property.kind == .toOne {
          if let id = try destination(value, of: property, object) { links.append((property, id)) }
        } else {
          try object.setValue(value, forKey: key)
        }
      }
    }
    return try newRow(of: object, links: links, given: given, at: place)
  }

  /// A new row of what was set in an object.
  func newRow(of object: ManagedObject, at place: Int) throws -> BatchInsertPlan.NewRow {
    let given = layout.properties.filter { property in
      guard property.isStored, property.attribute != nil, let row = object.row,
        object.changedMask & property.maskBit != 0
      else { return false }
      return property.index < 63 || !row.hasSameValue(as: layout.template, of: property)
    }
    return try newRow(of: object, links: [], given: given.map(\.index), at: place)
  }

  private func newRow(
    of object: ManagedObject, links: [(property: PropertyLayout, id: ManagedObjectID)],
    given: [Int], at place: Int
  ) throws -> BatchInsertPlan.NewRow {
    guard let row = object.row else { throw object.inaccessible(nil) }
    for property in layout.properties
    where property.isStored && !property.isOptional && !property.isOrderKey {
      let isThere =
        property.kind == .toOne
        ? links.contains { $0.property === property }
        : !row.isNull(property.index) || property.isSequence || property.derivation != nil
      if !isThere { throw missing(property.name, at: place) }
    }
    for composite in layout.composites where !composite.attribute.isOptional {
      if composite.leaves.allSatisfy({ row.isNull($0.index) }) {
        throw missing(composite.name, at: place)
      }
    }
    row.identify(key: object.key, version: 0)
    return .init(row: row, links: links, given: given)
  }

  private func missing(_ key: String, at place: Int) -> ObjectGraphError {
    ObjectGraphError(
      .validationMissingMandatoryProperty,
      "object \(place) of the batch has no value for the mandatory \(layout.name).\(key)",
      repair: "give it a value, or give the attribute a default", entityName: layout.name,
      key: key)
  }

  // MARK: Properties

  /// The stored property of a name, or the elements of a composite attribute.
  private func settable(_ key: String, _ object: ManagedObject) throws -> [PropertyLayout] {
    let properties: [PropertyLayout]
    if let composite = layout.composite(key) {
      properties = composite.leaves
    } else {
      properties = [try object.property(forKey: key)]
    }
    for property in properties {
      let reason: String
      if property.isToMany {
        reason = "is a to-many relationship"
      } else if property.isTransient {
        reason = "is transient, so no store has it"
      } else if property.derivation != nil {
        reason = "is derived, and worked out by the store"
      } else {
        continue
      }
      throw ObjectGraphError(
        .invalidArgument, "\(layout.name).\(key) \(reason)",
        repair: "name attributes and to-one relationships alone", entityName: layout.name,
        key: key)
    }
    return properties
  }

  private func destination(
    _ value: Any?, of property: PropertyLayout, _ object: ManagedObject
  ) throws -> ManagedObjectID? {
    switch AttributeValue(value) {
    case .objectID(let id): return id
    case .null: return nil
    default: throw object.wrongType(value, for: property)
    }
  }

  /// Lets errors speak of the request: the object is nobody's.
  private func about(
    _ object: ManagedObject, at place: Int? = nil, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch var error as ObjectGraphError {
      if error.objectID == object.objectID { error.objectID = nil }
      if let place { error.message = "object \(place) of the batch: \(error.message)" }
      throw error
    }
  }
}
