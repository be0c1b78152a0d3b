import ObjectModel
import ObjectStore

/// Accessing several properties by name at once, and one with the desired Swift type.
extension ManagedObject {
  /// The values of properties by name; nil values are included.
  ///
  /// - Throws: errors of `value(forKey:)`.
  public func dictionaryWithValues(forKeys keys: [String]) throws -> [String: Any?] {
    var values: [String: Any?] = [:]
    for key in keys { values[key] = .some(try value(forKey: key)) }
    return values
  }

  /// Changes the properties named in the dictionary, in the order of their names; nil and `NSNull`
  /// remove a value.
  ///
  /// - Throws: errors of `setValue(_:forKey:)`; properties before the refused one have been
  ///   changed.
  public func setValuesForKeys(_ values: [String: Any?]) throws {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      try setValue(value, forKey: key)
    }
  }

  /// Changes the property at the end of a path through to-one relationships, such as
  /// `camper.email`; does nothing if a relationship on the path is nil.
  ///
  /// - Throws: errors of `setValue(_:forKey:)`, and code 134061 for a path through anything else.
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
}
