import Foundation
import ObjectModel
import ObjectStore

/// Reading and writing properties by name.
///
/// Attributes are returned as `Int64`, `Double`, `Bool`, `Decimal`, `String`, `Date`, `Data`,
/// `UUID` or `URL`, transient ones of type `undefined` as the value that was set, transformable
/// ones as the value that their transformer creates from their data at each call, composite ones as
/// a dictionary of the elements that are not nil. To-one relationships are returned as an object,
/// to-many ones as a `Set<ManagedObject>` or, if ordered, an `OrderedSet<ManagedObject>`, fetched
/// properties as an array; nil is nil.
extension ManagedObject {
  /// The value of a property; fires the object's fault.
  ///
  /// - Throws: code 134061 if the entity lacks the key or a transformer cannot convert the data,
  ///   133000 if the object's row is gone, 134070 if an external data file of the store is missing.
  public func value(forKey key: String) throws -> Any? {
    checkQueue(key)
    if key == "objectID" { return objectID }
    if let composite = layout.composite(key) {
      try fireFault(forKey: key)
      return try row.flatMap { try dictionary(of: composite, in: $0) }
    }
    if layout.property(key) == nil, let place = layout.fetchedPlace(named: key) {
      return try fetchedObjects(at: place)
    }
    let property = try property(forKey: key)
    try fireFault(forKey: key)
    return try value(of: property)
  }

  /// The value at the end of a path through to-one relationships, such as `campSite.siteNumber`; a
  /// to-many relationship on the path returns an array of its members' values, and a collection
  /// operator aggregates the members: `reservations.@count`, `reservations.@sum.partySize`.
  ///
  /// - Throws: errors of `value(forKey:)`, and code 134061 if an operator is unknown or does not
  ///   apply to the values.
  public func value(forKeyPath path: String) throws -> Any? {
    guard let dot = path.firstIndex(of: ".") else { return try value(forKey: path) }
    if let symbol = try KeyPathOperator(in: path) { return try value(of: symbol, atPath: path) }
    if let composite = layout.composite(String(path[..<dot])) {
      return try value(in: composite, atPath: path)
    }
    let rest = String(path[path.index(after: dot)...])
    switch try value(forKey: String(path[..<dot])) {
    case let object as ManagedObject: return try object.value(forKeyPath: rest)
    case nil: return nil
    case let objects as Set<ManagedObject>:
      return try objects.sorted { $0.key < $1.key }.map { try $0.value(forKeyPath: rest) }
    case let value:
      guard let objects = Self.objects(in: value) else {
        throw makeError("\(path[..<dot]) of \(layout.name) is not a relationship", key: path)
      }
      return try objects.map { try $0.value(forKeyPath: rest) }
    }
  }

  /// Changes a property; inverse relationships are updated.
  ///
  /// An ordered relationship accepts an `OrderedSet` or an array, an unordered one also a `Set`.
  ///
  /// - Throws: code 134061 if the entity lacks the key, a value has the wrong type, or a number is
  ///   out of the attribute's range.
  public func setValue(_ value: Any?, forKey key: String) throws {
    try set(value, forKey: key, tracking: true)
  }

  private func set(_ value: Any?, forKey key: String, tracking: Bool) throws {
    checkQueue(key)
    if let composite = layout.composite(key) {
      try fireFault(forKey: key)
      return try set(value, of: composite, tracking: tracking)
    }
    let property = try property(forKey: key)
    guard tracking || property.attribute != nil else {
      throw makeError(
        about: key, "is a relationship",
        repair: "use setValue(_:forKey:), which keeps the inverse in step")
    }
    try fireFault(forKey: key)
    switch property.kind {
    case .toOne:
      let object = value as? ManagedObject
      guard object != nil || Self.isNil(value) else { throw wrongType(value, for: property) }
      try check(object, for: property)
      setDestination(object, at: PropertySlot(property))
    case .toMany: try setMembers(value, of: property)
    default: try set(attribute(value, for: property), for: property, tracking: tracking)
    }
  }

  /// The current value of a property, without firing a fault.
  ///
  /// - Throws: code 134061 if the entity lacks the key.
  public func primitiveValue(forKey key: String) throws -> Any? {
    checkQueue(key)
    if let composite = layout.composite(key) {
      return try row.flatMap { try dictionary(of: composite, in: $0) }
    }
    let property = try property(forKey: key)
    guard row != nil else { return nil }
    return try value(of: property)
  }

  /// Changes an attribute without marking the object as changed.
  ///
  /// - Throws: errors of `setValue(_:forKey:)`, and code 134061 for a relationship.
  public func setPrimitiveValue(_ value: Any?, forKey key: String) throws {
    try set(value, forKey: key, tracking: false)
  }

  /// The properties that have changed since the last fetch or save, including transient ones, with
  /// their current values.
  public func changedValues() -> [String: Any?] {
    var changed: [String: Any?] = [:]
    if isInserted {
      for property in layout.properties
      where !property.isToMany && !property.isOrderKey && wasGiven(property) {
        addValue(of: property, in: row, to: &changed)
      }
    } else {
      for index in changedStoredProperties() where !layout.properties[index].isOrderKey {
        addValue(of: layout.properties[index], in: row, to: &changed)
      }
      for property in changedTransients() { addValue(of: property, in: row, to: &changed) }
    }
    contextReference?.relationships.deliverInverses()
    for property in layout.toManys {
      guard let state = toManys?[property.toManyIndex],
        !state.changes().isEmpty || state.isReordered()
      else { continue }
      changed[property.name] = .some(recording { try value(of: property) })
    }
    return changed
  }

  /// The values that were last fetched or saved; empty for an object that never was.
  ///
  /// - Parameter keys: the properties, whose members are read if necessary, or nil for all
  ///   attributes, to-one relationships and those to-many relationships that have been read.
  /// - Throws: code 134061 if the entity lacks a key, 133000 if the object's row is gone.
  public func committedValues(forKeys keys: [String]?) throws -> [String: Any?] {
    guard !isInserted else { return [:] }
    try fireFault(forKey: nil)
    guard let committed = snapshot ?? row else { throw inaccessible(nil) }
    let properties =
      try keys.map { keys in
        try keys.flatMap { key in
          try layout.composite(key)?.leaves ?? [property(forKey: key)]
        }
      }
      ?? layout.properties.filter { !$0.isOrderKey && !hasUnreadMembers($0) }
    var values: [String: Any?] = [:]
    for property in properties {
      switch property.kind {
      case .toMany:
        _ = destinations(of: property)
        let state = toManyState(property)
        values[property.name] =
          state.order == nil
          ? .some(state.committed ?? []) : .some(OrderedSet(state.committedOrder()))
      case .toOne:
        values[property.name] = .some(contextReference?.destination(of: property, in: committed))
      default: addValue(of: property, in: committed, to: &values)
      }
    }
    return values
  }

  /// Adds the value of a property, or of the composite attribute that it is an element of; if it
  /// cannot be read, nil is added, and the error is recorded in the context's `errors`.
  final func addValue(of property: PropertyLayout, in row: Row?, to values: inout [String: Any?]) {
    guard let composite = property.compositeName.flatMap({ layout.composite($0) }) else {
      values[property.name] = .some(
        recording {
          guard let row, property.kind != .toOne, property.kind != .toMany else {
            return try value(of: property)
          }
          return try anyValue(of: property, in: row)
        })
      return
    }
    guard values[composite.name] == nil else { return }
    values[composite.name] = .some(
      recording { try row.flatMap { try dictionary(of: composite, in: $0) } })
  }

  private func hasUnreadMembers(_ property: PropertyLayout) -> Bool {
    property.isToMany && !property.isTransient && toManys?[property.toManyIndex]?.isFault != false
  }

  // MARK: The pieces

  final func property(forKey key: String) throws -> PropertyLayout {
    guard let property = layout.property(key) else {
      if let place = layout.fetchedPlace(named: key) { throw fetchedPropertyIsReadOnly(place) }
      let names = layout.properties.filter { !$0.isOrderKey }.map(\.name)
      throw makeError(
        "the entity \(layout.name) has no property \(key)",
        repair: NearestName.suggestion(for: key, among: names), key: key)
    }
    return property
  }

  final func value(of property: PropertyLayout) throws -> Any? {
    switch property.kind {
    case .toOne: return destination(at: PropertySlot(property))
    case .toMany where property.isOrdered: return OrderedSet(orderedDestinations(of: property))
    case .toMany: return destinations(of: property)
    default: return try row.flatMap { try anyValue(of: property, in: $0) }
    }
  }

  final func attribute(_ value: Any?, for property: PropertyLayout) throws -> AttributeValue {
    if property.isUntyped {
      return value.flatMap { Self.isNil($0) ? nil : .data(keep(untyped: $0)) } ?? .null
    }
    if property.transformer != nil {
      if Self.isNil(value) { return .null }
      return try value.map { .data(try data(of: $0, for: property)) } ?? .null
    }
    if case .uri = property.kind, let text = value as? String {
      return try uri(text, for: property)
    }
    guard let type = property.attribute?.attributeType, let given = AttributeValue(value),
      let converted = given.converted(to: type)
    else { throw wrongType(value, for: property) }
    if case .integer(let number) = converted, !property.kind.holds(number) {
      throw makeError(
        "\(number) does not fit into \(layout.name).\(property.name), which is of type \(type)",
        key: property.name, value: converted)
    }
    if case .string = given, type != .string { throw wrongType(value, for: property) }
    guard let kept = converted.kept(as: type) else { throw wrongType(value, for: property) }
    // The value that the attribute will have when it is read back.
    if case .double(let number) = kept, type == .float { return .double(Double(Float(number))) }
    return kept
  }

  private func uri(_ text: String, for property: PropertyLayout) throws -> AttributeValue {
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw makeError(
        "\"\(text)\" is not a URI for \(layout.name).\(property.name)", code: .validationInvalidURI,
        repair: "percent-encode characters not allowed in URIs, such as spaces", key: property.name,
        value: .string(text))
    }
    return .uri(url)
  }

  final func set(_ value: AttributeValue, for property: PropertyLayout, tracking: Bool) throws {
    try fireFault(forKey: property.name)
    guard tracking || isMarked(property) else {
      return try untracked { try write(value, for: property) }
    }
    try write(value, for: property)
  }

  private func write(_ value: AttributeValue, for property: PropertyLayout) throws {
    guard let row = writableRow(PropertySlot(property)) else { throw inaccessible(property.name) }
    if property.kind.isBytes {
      let count = value.withStoredBytes { $0.count }
      guard row.mayHold(count, as: property.index, layout: layout) else {
        throw makeError(tooLarge: property.name, count)
      }
    }
    self.row = row.setting(value, for: property, layout: layout)
  }

  static func isNil(_ value: Any?) -> Bool { AttributeValue(value)?.isNull ?? false }

  final func wrongType(_ value: Any?, for property: PropertyLayout) -> ObjectGraphError {
    let wanted = property.attribute.map { "a value of type \($0.attributeType)" }
    let destination = property.relationship?.destinationEntity?.name ?? ""
    let given = value.map { "\(type(of: $0))" } ?? "nil"
    return makeError(
      about: property.name, "takes \(wanted ?? "\(destination) objects"), not \(given)",
      value: AttributeValue(value))
  }
}

extension PropertyLayout {
  /// The property's bit in an object's mask of changes.
  var maskBit: UInt64 { 1 << UInt64(min(index, 63)) }
}
