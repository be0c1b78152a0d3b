import Foundation
import ObjectModel
import ObjectStore

/// Reads the values of a batch request as key-value coding does, using objects that belong to no
/// context.
struct BatchValues {
  let binding: EntityBinding
  let model: ModelLayout
  /// The store of new rows; nil for an update, which may span several.
  var store: StoreIdentity?

  private var layout: EntityLayout { binding.layout }

  func makeObject(_ objectClass: ManagedObject.Type = ManagedObject.self) -> ManagedObject {
    let seed = ManagedObjectSeed.new(binding)
    seed.row?.identify(key: seed.key, version: 0)
    return objectClass.init(seed)
  }

  // MARK: Updates

  /// The assignments of an update request, in order of the property names.
  func assignments(_ values: [String: Any?]) throws -> [BatchUpdatePlan.Assignment] {
    let object = makeObject()
    var assignments: [BatchUpdatePlan.Assignment] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try about(object) {
        let properties = try settable(key, object)
        if let expression = value as? FetchExpression {
          assignments += try self.assignments(of: expression, to: properties, forKey: key, object)
        } else {
          assignments += try self.assignments(of: value, to: properties, forKey: key, object)
        }
      }
    }
    return assignments
  }

  private func assignments(
    of value: Any?, to properties: [PropertyLayout], forKey key: String, _ object: ManagedObject
  ) throws -> [BatchUpdatePlan.Assignment] {
    if let property = properties.first, property.kind == .toOne {
      let id = try destination(value, of: property, object)
      return [.init(property, .constant(id.map { .objectID($0) } ?? .null))]
    }
    try object.setValue(value, forKey: key)
    return properties.map { .init($0, .constant(object.row?.value(of: $0) ?? .null)) }
  }

  private func assignments(
    of expression: FetchExpression, to properties: [PropertyLayout], forKey key: String,
    _ object: ManagedObject
  ) throws -> [BatchUpdatePlan.Assignment] {
    guard let property = properties.first, properties.count == 1, property.transformer == nil,
      layout.composite(key) == nil
    else {
      throw ObjectGraphError(
        .invalidArgument, "\(layout.name).\(key) does not accept an expression",
        repair: "give it a value, or an expression for each of its elements",
        entityName: layout.name, key: key)
    }
    let resolved = try PredicateResolver(entity: layout.entity).resolve(expression)
    if case .constant(let value) = resolved {
      return try assignments(of: value.anyValue, to: properties, forKey: key, object)
    }
    guard Self.mayHold(resolved.type, property) else {
      throw ObjectGraphError(
        .invalidArgument, "\(layout.name).\(key) cannot take the value of \(expression)",
        repair: "cast the expression to the attribute's type", entityName: layout.name, key: key)
    }
    return [.init(property, resolved)]
  }

  private static func mayHold(_ type: AttributeType?, _ property: PropertyLayout) -> Bool {
    guard let type else { return true }
    guard let attribute = property.attribute else { return type == .objectID }
    let own = attribute.attributeType
    return type == own || (type.isNumber && own.isNumber)
  }

  // MARK: Insertions

  /// A new row, whose relationships hold primary keys of the store, and the properties it was
  /// given.
  typealias NewRow = (row: Row, given: [PropertyLayout])

  /// Creates a row from the values of a dictionary.
  ///
  /// - Parameter place: the dictionary's position in the batch, for errors.
  func newRow(_ values: [String: Any], at place: Int) throws -> NewRow {
    let object = makeObject()
    var given: [PropertyLayout] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try about(object, at: place) {
        let properties = try settable(key, object)
        given += properties
        guard let property = properties.first, property.kind == .toOne else {
          return try object.setValue(value, forKey: key)
        }
        if let id = try destination(value, of: property, object) {
          object.row?.set(property.index, slot: property.slot, integer: id.reference)
        }
      }
    }
    return try newRow(of: object, given: given, at: place)
  }

  /// Creates a row from the values set in an object.
  func newRow(of object: ManagedObject, at place: Int) throws -> NewRow {
    let given = layout.properties.filter { property in
      guard property.isStored, property.attribute != nil, let row = object.row,
        object.changedMask & property.maskBit != 0
      else { return false }
      return property.index < 63 || !row.hasSameValue(as: layout.template, of: property)
    }
    return try newRow(of: object, given: given, at: place)
  }

  private func newRow(
    of object: ManagedObject, given: [PropertyLayout], at place: Int
  ) throws -> NewRow {
    guard let row = object.row else { throw object.inaccessible(nil) }
    for property in layout.properties
    where property.isStored && !property.isOptional && !property.isOrderKey {
      let isThere = !row.isNull(property.index) || property.isSequence || property.derivation != nil
      if !isThere { throw missing(property.name, at: place) }
    }
    for composite in layout.composites where !composite.attribute.isOptional {
      if composite.leaves.allSatisfy({ row.isNull($0.index) }) {
        throw missing(composite.name, at: place)
      }
    }
    return (row, given)
  }

  private func missing(_ key: String, at place: Int) -> ObjectGraphError {
    ObjectGraphError(
      .validationMissingMandatoryProperty,
      "object \(place) of the batch has no value for the mandatory \(layout.name).\(key)",
      repair: "give it a value, or give the attribute a default", entityName: layout.name, key: key)
  }

  // MARK: Properties

  /// The stored property with the given name, or the elements of a composite attribute.
  private func settable(_ key: String, _ object: ManagedObject) throws -> [PropertyLayout] {
    let properties = try layout.composite(key)?.leaves ?? [object.property(forKey: key)]
    for property in properties {
      let reason: String? =
        if property.isToMany {
          "is a to-many relationship"
        } else if property.isTransient {
          "is transient, and so not stored"
        } else {
          property.derivation.map { _ in "is derived, and computed by the store" }
        }
      guard let reason else { continue }
      throw ObjectGraphError(
        .invalidArgument, "\(layout.name).\(key) \(reason)",
        repair: "name only attributes and to-one relationships", entityName: layout.name, key: key)
    }
    return properties
  }

  private func destination(
    _ value: Any?, of property: PropertyLayout, _ object: ManagedObject
  ) throws -> ManagedObjectID? {
    switch AttributeValue(value) {
    case .objectID(let id):
      try check(id, for: property)
      return id
    case .null: return nil
    default: throw object.wrongType(value, for: property)
    }
  }

  /// - Throws: code 134061 if the object is of another entity, in another store or not saved yet.
  private func check(_ id: ManagedObjectID, for property: PropertyLayout) throws {
    let name = model[property.destinationNumber].name
    func refused(_ reason: String, _ repair: String) -> ObjectGraphError {
      .refusedDestination(id, of: property, owner: layout, reason, repair: repair)
    }
    if id.isTemporaryID { throw refused("it is not saved", "save it first") }
    if let store, id.store !== store {
      throw refused("it is in another store", "choose a \(name) of the same store")
    }
    if !mayLead(property, to: id.entity) {
      throw refused("it is a \(id.entity.name ?? "")", "choose a \(name)")
    }
  }

  /// Whether a relationship may refer to objects of an entity.
  func mayLead(_ property: PropertyLayout, to entity: EntityDescription) -> Bool {
    guard let layout = model.layout(of: entity) else { return false }
    return model[property.destinationNumber].includes(layout.number)
  }

  /// Words errors in terms of the request, since its object belongs to no context.
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

extension ObjectGraphError {
  /// Code 134061: a relationship cannot refer to an object.
  static func refusedDestination(
    _ id: ManagedObjectID, of property: PropertyLayout, owner: EntityLayout, _ reason: String,
    repair: String
  ) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "\(owner.name).\(property.name) cannot refer to \(id): \(reason)",
      repair: repair, entityName: owner.name, key: property.name, value: .objectID(id))
  }
}
