import Foundation
import ObjectModel
import ObjectStore

/// Composite attributes by name: dictionaries of their elements.
extension ManagedObject {
  /// The elements that are not nil by name, with nested composites as dictionaries; nil if all
  /// elements are nil.
  ///
  /// - Throws: errors of `anyValue(of:in:)`.
  final func dictionary(of composite: CompositeLayout, in row: Row) throws -> [String: Any]? {
    var values = [String: Any](minimumCapacity: composite.elements.count)
    for (name, element) in composite.elements {
      values[name] = try anyValue(of: element, in: row)
    }
    return values.isEmpty ? nil : values
  }

  private func anyValue(of element: CompositeLayout.Element, in row: Row) throws -> Any? {
    switch element {
    case .value(let property, _): try anyValue(of: property, in: row)
    case .composite(let nested): try dictionary(of: nested, in: row)
    }
  }

  /// The value at the end of a path into a composite attribute, such as `address.city`.
  ///
  /// - Throws: code 134061 if the composite lacks the element, 133000 if the object's row is gone.
  final func value(in composite: CompositeLayout, atPath path: String) throws -> Any? {
    try fireFault(forKey: path)
    guard let row else { return nil }
    var element = CompositeLayout.Element.composite(composite)
    for key in path.split(separator: ".", omittingEmptySubsequences: false).dropFirst() {
      guard case .composite(let outer) = element, let inner = outer[key] else {
        throw unknownElement(String(key), of: element)
      }
      element = inner
    }
    return try anyValue(of: element, in: row)
  }

  /// Changes all elements at once: those missing from the dictionary become nil.
  ///
  /// - Throws: code 134061 if the value is not a dictionary, the composite lacks an element, or a
  ///   value has the wrong type; then nothing has changed.
  final func set(_ value: Any?, of composite: CompositeLayout, tracking: Bool) throws {
    try set(elements: elements(of: value, for: composite), of: composite, tracking)
  }

  /// Changes all elements at once: those that are missing or nil become nil.
  ///
  /// - Throws: code 134061 if the composite lacks an element, or a value has the wrong type; then
  ///   nothing has changed.
  final func set(
    elements: [String: Any?], of composite: CompositeLayout, _ tracking: Bool
  ) throws {
    var values: [(property: PropertyLayout, value: AttributeValue)] = []
    try collect(elements, of: composite, into: &values)
    for (property, value) in values { try set(value, for: property, tracking: tracking) }
  }

  private func collect(
    _ elements: [String: Any?], of composite: CompositeLayout,
    into values: inout [(property: PropertyLayout, value: AttributeValue)]
  ) throws {
    let known = composite.elements.count { elements.index(forKey: $0.name) != nil }
    if known < elements.count {
      let unknown = elements.filter { $0.value != nil && composite[$0.key] == nil }.keys.min()
      if let unknown { throw unknownElement(unknown, of: .composite(composite)) }
    }
    for (name, element) in composite.elements {
      let given = elements[name] ?? nil
      switch element {
      case .value(let property, _): values.append((property, try attribute(given, for: property)))
      case .composite(let nested):
        try collect(self.elements(of: given, for: nested), of: nested, into: &values)
      }
    }
  }

  /// - Throws: code 134061 if the value is not a dictionary.
  private func elements(
    of value: Any?, for composite: CompositeLayout
  ) throws -> [String: Any?] {
    if let dictionary = value as? [String: Any] { return dictionary }
    if let dictionary = value as? [String: Any?] { return dictionary }
    if Self.isNil(value) { return [:] }
    throw makeError(
      about: composite.attribute.keyPath,
      "takes a dictionary of its elements, not " + (value.map { "\(type(of: $0))" } ?? "nil"))
  }

  private func unknownElement(
    _ key: String, of element: CompositeLayout.Element
  ) -> ObjectGraphError {
    let (path, names): (String, [String]) =
      switch element {
      case .value(_, let attribute): (attribute.keyPath, [])
      case .composite(let outer): (outer.attribute.keyPath, outer.elements.map(\.name))
      }
    return makeError(
      "\(layout.name).\(path) has no element \(key)",
      repair: NearestName.suggestion(for: key, among: names), key: "\(path).\(key)")
  }
}
