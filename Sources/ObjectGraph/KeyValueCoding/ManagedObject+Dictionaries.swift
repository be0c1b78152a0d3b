import ObjectModel
import ObjectStore

/// Several properties by name at once, and one with the Swift type that is wanted.
extension ManagedObject {
  /// The values of properties by their names; nil is `nil` and not left out.
  ///
  /// - Throws: as `value(forKey:)`.
  public func dictionaryWithValues(forKeys keys: [String]) throws -> [String: Any?] {
    var values: [String: Any?] = [:]
    for key in keys { values[key] = .some(try value(forKey: key)) }
    return values
  }

  /// Changes the properties that the dictionary names, in the order of their names; nil and
  /// `NSNull` take a value away.
  ///
  /// - Throws: as `setValue(_:forKey:)`; properties before the one that is refused are changed.
  public func setValuesForKeys(_ values: [String: Any?]) throws {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try setValue(value, forKey: key)
    }
  }

  /// Changes the property at the end of a path over to-one relationships, such as `camper.email`; a
  /// relationship on the way that leads nowhere changes nothing.
  ///
  /// - Throws: as `setValue(_:forKey:)`, and code 134061 for a path over anything else.
  public func setValue(_ value: Any?, forKeyPath path: String) throws {
    guard let dot = path.lastIndex(of: ".") else { return try setValue(value, forKey: path) }
    let owner = try self.value(forKeyPath: String(path[..<dot]))
    guard let owner else { return }
    guard let object = owner as? ManagedObject else {
      throw makeError(
        "\(path[..<dot]) of \(layout.name) is not a to-one relationship",
        repair: "set the property of each object, or the composite attribute as a whole", key: path)
    }
    try object.setValue(value, forKey: String(path[path.index(after: dot)...]))
  }

  /// The value of an attribute in a Swift type that it can be declared with, or nil.
  ///
  ///     let age = try pet.value(forKey: "age", as: Int.self)
  ///
  /// `value(forKey:)` gives every integer as `Int64`, which `as? Int` does not take.
  ///
  /// - Throws: code 134061 for a key that the entity lacks and for a type that the attribute does
  ///   not fit, 133000 when the object's row is gone.
  public func value<Value: ManagedAttribute>(
    forKey key: String, as type: Value.Type
  ) throws -> Value? {
    let property = try property(forKey: key)
    guard let attribute = property.attribute, type.accepts(attribute) else {
      let kind = property.attribute.map { "of type \($0.attributeType)" } ?? "a relationship"
      throw makeError(
        about: key, "is \(kind) and gives no \(type)",
        repair: "ask for the type that a @Managed property of it would have")
    }
    try fireFault(forKey: key)
    return type.optionalManagedValue(of: self, at: PropertySlot(property))
  }
}
