import ObjectModel

/// A composite attribute of an entity: which properties of the row its elements are.
package final class CompositeLayout: Sendable {
  package let attribute: CompositeAttributeDescription
  package let name: String

  /// The attribute's place among the entity's composites, the same in all its subentities.
  package let index: Int

  /// The properties of the elements, those of nested composites included.
  package let leaves: [PropertyLayout]

  init(_ attribute: CompositeAttributeDescription, index: Int, among properties: [PropertyLayout]) {
    self.attribute = attribute
    name = attribute.name
    self.index = index
    let own = Set(attribute.leaves.map { ObjectIdentifier($0) })
    leaves = properties.filter { property in
      property.attribute.map { own.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// The property of an element, or nil for an element that is composite itself.
  package func leaf(of element: AttributeDescription) -> PropertyLayout? {
    leaves.first { $0.attribute === element }
  }
}
