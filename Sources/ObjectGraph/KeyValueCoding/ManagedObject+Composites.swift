import Foundation
import ObjectModel
import ObjectStore

/// Composite attributes by name: dictionaries of their elements.
extension ManagedObject {
  /// The elements that are not nil by their names, nested composites as dictionaries of their own;
  /// nil when all elements are nil.
  ///
  /// - Throws: as `anyValue(of:in:)`.
  final func dictionary(of composite: CompositeLayout, in row: Row) throws -> [String: Any]? {
    try dictionary(of: composite.attribute, composite, in: row)
  }

  private func dictionary(
    of attribute: CompositeAttributeDescription, _ composite: CompositeLayout, in row: Row
  ) throws -> [String: Any]? {
    var values: [String: Any] = [:]
    for element in attribute.elements {
      if let nested = element as? CompositeAttributeDescription {
        values[element.name] = try dictionary(of: nested, composite, in: row)
      } else if let leaf = composite.leaf(of: element) {
        values[element.name] = try anyValue(of: leaf, in: row)
      }
    }
    return values.isEmpty ? nil : values
  }

  /// The value at the end of a path into a composite attribute, such as `address.city`.
  ///
  /// - Throws: code 134061 for an element that the composite lacks, 133000 when the object's row is
  ///   gone.
  final func value(in composite: CompositeLayout, atPath path: String) throws -> Any? {
    try fireFault(forKey: path)
    guard let row else { return nil }
    var attribute: AttributeDescription = composite.attribute
    for key in path.split(separator: ".", omittingEmptySubsequences: false).dropFirst() {
      let elements = (attribute as? CompositeAttributeDescription)?.elements ?? []
      guard let element = elements.first(where: { $0.name == key }) else {
        throw unknownElement(String(key), of: attribute)
      }
      attribute = element
    }
    if let nested = attribute as? CompositeAttributeDescription {
      return try dictionary(of: nested, composite, in: row)
    }
    return try composite.leaf(of: attribute).flatMap { try anyValue(of: $0, in: row) }
  }

  /// Changes all elements at once: those that the dictionary lacks become nil.
  ///
  /// - Throws: code 134061 for what is no dictionary, for an element that the composite lacks and
  ///   for a value of another type; then nothing has changed.
  final func set(_ value: Any?, of composite: CompositeLayout, tracking: Bool) throws {
    try set(elements: elements(of: value, for: composite.attribute), of: composite, tracking)
  }

  /// Changes all elements at once: those that are missing or nil become nil.
  ///
  /// - Throws: code 134061 for an element that the composite lacks and for a value of another type;
  ///   then nothing has changed.
  final func set(
    elements: [String: Any?], of composite: CompositeLayout, _ tracking: Bool
  ) throws {
    var values: [(property: PropertyLayout, value: AttributeValue)] = []
    try collect(elements, of: composite.attribute, composite, into: &values)
    for (property, value) in values { try set(value, for: property, tracking: tracking) }
  }

  private func collect(
    _ elements: [String: Any?], of attribute: CompositeAttributeDescription,
    _ composite: CompositeLayout,
    into values: inout [(property: PropertyLayout, value: AttributeValue)]
  ) throws {
    let known = attribute.elements.count { elements.index(forKey: $0.name) != nil }
    if known < elements.count {
      let names = Set(attribute.elements.map(\.name))
      let unknown = elements.filter { $0.value != nil && !names.contains($0.key) }.keys.min()
      if let unknown { throw unknownElement(unknown, of: attribute) }
    }
    for element in attribute.elements {
      let given = elements[element.name] ?? nil
      if let nested = element as? CompositeAttributeDescription {
        try collect(
          self.elements(of: given, for: nested), of: nested, composite, into: &values)
      } else if let leaf = composite.leaf(of: element) {
        values.append((leaf, try self.attribute(given, for: leaf)))
      }
    }
  }

  /// - Throws: code 134061 for what is no dictionary.
  private func elements(
    of value: Any?, for attribute: CompositeAttributeDescription
  ) throws -> [String: Any?] {
    guard let dictionary = Self.elements(of: value) else {
      throw makeError(
        about: attribute.keyPath,
        "takes a dictionary of its elements, not " + (value.map { "\(type(of: $0))" } ?? "nil"))
    }
    return dictionary
  }

  /// The entries of a dictionary, none of nil; nil for anything else.
  private static func elements(of value: Any?) -> [String: Any]? {
    if let dictionary = value as? [String: Any] { return dictionary }
    if let dictionary = value as? [String: Any?] { return dictionary.compactMapValues { $0 } }
    return isNil(value) ? [:] : nil
  }

  private func unknownElement(
    _ key: String, of attribute: AttributeDescription
  ) -> ObjectGraphError {
    let names = (attribute as? CompositeAttributeDescription)?.elements.map(\.name) ?? []
    return makeError(
      "\(layout.name).\(attribute.keyPath) has no element \(key)",
      repair: NearestName.suggestion(for: key, among: names), key: "\(attribute.keyPath).\(key)")
  }
}
