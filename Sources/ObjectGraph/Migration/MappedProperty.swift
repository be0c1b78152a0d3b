import ObjectModel
import ObjectStore

/// How a property of new objects gets its value.
struct MappedProperty {
  /// Fast paths for the expressions that make up most mappings; other expressions are evaluated.
  private enum Way {
    /// Keeps the default value.
    case none
    /// Copies the bytes of an attribute of the same kind.
    case copy(from: PropertyLayout)
    /// `$source.key.path`
    case path(String)
    /// The objects that a mapping, or any mapping, created from the objects at the end of a path.
    case destinations(mapping: Int?, path: String)
    case value(FetchExpression)
  }

  let name: String
  let expression: FetchExpression?
  /// Nil for a composite attribute.
  let property: PropertyLayout?
  private let way: Way

  /// The source relationship whose destinations' counterparts become this relationship's
  /// destinations, and the mapping that creates them, or nil for any mapping; nil for other values.
  func counterpart(in source: EntityLayout?) -> (relationship: PropertyLayout, mapping: Int?)? {
    guard case .destinations(let mapping, let path) = way,
      let relationship = source?.property(path), relationship.isRelationship
    else { return nil }
    return (relationship, mapping)
  }

  /// Whether the property keeps its default value.
  var isDefault: Bool { if case .none = way { true } else { false } }

  /// - Parameter numbers: the indexes of the mappings, by name.
  init(
    _ mapping: PropertyMapping, from source: EntityLayout?, to destination: EntityLayout?,
    numbers: [String: Int]
  ) {
    name = mapping.name
    expression = mapping.valueExpression
    property = destination?.property(mapping.name)
    way = Self.way(expression, from: source, to: property, numbers: numbers)
  }

  private static func way(
    _ expression: FetchExpression?, from source: EntityLayout?, to property: PropertyLayout?,
    numbers: [String: Int]
  ) -> Way {
    guard let expression, !(property?.attribute is DerivedAttributeDescription) else {
      return .none
    }
    if let path = expression.node.sourcePath, !path.isEmpty {
      if let property, let former = source?.property(path), former.isCopied(to: property) {
        return .copy(from: former)
      }
      if property?.isRelationship != true { return .path(path) }
    }
    guard property?.isRelationship == true,
      case .message(let receiver, let message, let arguments) = expression.node.kind,
      case .variable("manager") = receiver.kind, let path = arguments.last?.sourcePath
    else { return .value(expression) }
    switch (message, arguments.count, arguments.first?.kind) {
    case (MappingMessage.destinationInstancesOfMapping, 2, .constant(.string(let name))?):
      return numbers[name].map { .destinations(mapping: $0, path: path) } ?? .value(expression)
    case (MappingMessage.destinationInstances, 1, _),
      (MappingMessage.destinationInstancesOfRelationship, 2, _):
      return .destinations(mapping: nil, path: path)
    default: return .value(expression)
    }
  }

  // MARK: Values

  /// Sets an attribute of a new object.
  func setAttribute(
    of destination: ManagedObject, from source: ManagedObject?, by step: MigrationStep,
    _ manager: MigrationManager
  ) throws {
    switch way {
    case .none: return
    case .copy(let former):
      guard let source, let property else { return }
      try destination.copy(former, of: source, to: property)
    case .path(let path):
      try destination.setValue(try source?.value(forKeyPath: path), forKey: name)
    case .destinations: return
    case .value(let expression):
      let value = try step.value(of: expression, manager, source, destination)
      try destination.setValue(value, forKey: name)
    }
  }

  /// Sets a relationship of a new object; a policy may have created an object of another entity,
  /// which lacks the relationship.
  func setRelationship(
    of destination: ManagedObject, from source: ManagedObject?, by step: MigrationStep,
    _ manager: MigrationManager
  ) throws {
    guard let property = destination.layout.property(name), property.isRelationship
    else { return }
    let members: [ManagedObject]
    switch way {
    case .none, .copy, .path: return
    case .destinations(let mapping, let path):
      guard let run = manager.run, let source else { return }
      let made = try run.associations.destinations(
        of: try source.objects(atPath: path), by: mapping, in: manager.destinationContext)
      members = mapping == nil ? made.filter { manager.fits($0, property) } : made
    case .value(let expression):
      manager.wantedRelationship = property
      defer { manager.wantedRelationship = nil }
      let value = try step.value(of: expression, manager, source, destination)
      guard let objects = ManagedObject.list(value) else {
        throw destination.makeError(
          about: name, "needs objects, but \(expression) returns something else",
          repair: "ask $manager for the destination instances of source objects")
      }
      members = objects
    }
    try set(members, of: destination, property)
  }

  /// Sets a to-one relationship to nil.
  func clear(in object: ManagedObject) throws {
    guard let property = object.layout.property(name), property.kind == .toOne else { return }
    try object.fireFault(forKey: name)
    object.setDestination(nil, at: PropertySlot(property))
  }

  private func set(
    _ members: [ManagedObject], of destination: ManagedObject, _ property: PropertyLayout
  ) throws {
    for member in members where member.contextReference !== destination.contextReference {
      throw destination.makeError(
        about: name, "is given \(member), which is not a destination object",
        repair: "ask $manager for the destination instances of source objects")
    }
    if property.isToMany { return try destination.setMembers(members, of: property) }
    if let member = members.first { try destination.check(member, for: property) }
    guard members.count <= 1 else {
      throw destination.makeError(
        about: name, "is to-one, but \(members.count) objects were made for it",
        repair: "name the mapping that makes the object, or choose one in a policy")
    }
    guard let member = members.first, destination.leadsQuietly(by: property, to: member) else {
      return destination.setDestination(members.first, at: PropertySlot(property))
    }
    destination.writableRow(PropertySlot(property))?.set(member, for: property)
  }
}

extension PropertyLayout {
  /// Whether the attribute's stored values can be copied as they are.
  fileprivate func isCopied(to other: PropertyLayout) -> Bool {
    guard let attribute, let target = other.attribute, kind == other.kind, !isUntyped,
      !other.isUntyped
    else { return false }
    return attribute.attributeType == target.attributeType
      && attribute.valueTransformerName == target.valueTransformerName
  }
}

extension ExpressionNode {
  /// The path of `$source.key.path`, empty for `$source`; nil for other expressions.
  fileprivate var sourcePath: String? {
    guard case .variable(let name) = kind else { return nil }
    if name == "source" { return "" }
    return name.hasPrefix("source.") ? String(name.dropFirst("source.".count)) : nil
  }
}

extension ManagedObject {
  /// Whether setting a new object's to-one relationship needs no change in the destination object:
  /// its to-many relationships have never been read, and will be read from the store, which has
  /// this object.
  fileprivate final func leadsQuietly(
    by property: PropertyLayout, to member: ManagedObject
  ) -> Bool {
    isInserted && property.orderKeyIndex < 0 && member.key > 0 && member.toManys == nil
      && contextReference?.model.inverse(of: property)?.isToMany != false
  }

  /// The destinations of a path; an empty path leads to the object itself.
  fileprivate final func objects(atPath path: String) throws -> [ManagedObject] {
    if path.isEmpty { return [self] }
    guard let property = layout.property(path), property.isRelationship else {
      return Self.list(try value(forKeyPath: path)) ?? []
    }
    try fireFault(forKey: path)
    guard !property.isToMany else { return sortedDestinations(of: property) }
    return destination(at: PropertySlot(property)).map { [$0] } ?? []
  }

  /// Copies an attribute's value from an object of another model.
  fileprivate final func copy(
    _ former: PropertyLayout, of source: ManagedObject, to property: PropertyLayout
  ) throws {
    try source.fireFault(forKey: former.name)
    guard let row = source.row, !row.isNull(former.index) else {
      return try set(.null, for: property, tracking: true)
    }
    guard former.kind == .externalData || former.transformer != nil else {
      return try set(row.value(of: former), for: property, tracking: true)
    }
    let slot = PropertySlot(property)
    guard let data = source.data(at: PropertySlot(former)) else {
      throw source.contextReference?.errors.last ?? source.inaccessible(former.name)
    }
    set(data: data, at: slot)
  }
}
