import ObjectModel

/// A composite attribute of an entity, or a nested composite: the mapping of its elements to
/// properties of a row.
package final class CompositeLayout: Sendable {
  /// An element: a property of the row, or a nested composite.
  package enum Element: Sendable {
    case value(PropertyLayout, of: AttributeDescription)
    case composite(CompositeLayout)
  }

  package let attribute: CompositeAttributeDescription
  package let name: String

  /// The attribute's index among the entity's composites, the same in all subentities; for a nested
  /// composite, that of the outermost one.
  package let index: Int

  /// By name.
  package let elements: [(name: String, element: Element)]

  /// The properties of the elements, including those of nested composites.
  package let leaves: [PropertyLayout]

  init(_ attribute: CompositeAttributeDescription, index: Int, among properties: [PropertyLayout]) {
    self.attribute = attribute
    name = attribute.name
    self.index = index
    let own = Set(attribute.leaves.map { ObjectIdentifier($0) })
    let leaves = properties.filter { property in
      property.attribute.map { own.contains(ObjectIdentifier($0)) } ?? false
    }
    self.leaves = leaves
    elements = attribute.elements.sorted { $0.name < $1.name }.compactMap { element in
      if let nested = element as? CompositeAttributeDescription {
        let layout = CompositeLayout(nested, index: index, among: leaves)
        return (nested.name, .composite(layout))
      }
      guard let leaf = leaves.first(where: { $0.attribute === element }) else { return nil }
      return (element.name, .value(leaf, of: element))
    }
  }

  /// The element with a name.
  package subscript(name: some StringProtocol) -> Element? {
    elements.first { $0.name == name }?.element
  }
}
