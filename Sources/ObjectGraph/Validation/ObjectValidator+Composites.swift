import ObjectModel
import ObjectStore

extension ObjectValidator {
  /// Code 1570 for a mandatory composite attribute whose elements are all nil, and for the
  /// mandatory elements that are nil in one that has others.
  func missingElements(of composite: CompositeLayout) -> [ObjectGraphError] {
    missingElements(of: composite.attribute, composite)
  }

  private func missingElements(
    of attribute: CompositeAttributeDescription, _ composite: CompositeLayout
  ) -> [ObjectGraphError] {
    guard hasValue(attribute, composite) else {
      return attribute.isOptional ? [] : [missing(attribute, composite)]
    }
    return attribute.elements.sorted { $0.name < $1.name }.flatMap { element in
      if let nested = element as? CompositeAttributeDescription {
        return missingElements(of: nested, composite)
      }
      return element.isOptional || hasValue(element, composite) ? [] : [missing(element, composite)]
    }
  }

  private func hasValue(_ attribute: AttributeDescription, _ composite: CompositeLayout) -> Bool {
    if let nested = attribute as? CompositeAttributeDescription {
      return nested.elements.contains { hasValue($0, composite) }
    }
    guard let row = object.row, let leaf = composite.leaf(of: attribute) else { return false }
    return !row.isNull(leaf.index)
  }

  private func missing(
    _ attribute: AttributeDescription, _ composite: CompositeLayout
  ) -> ObjectGraphError {
    object.makeError(
      about: attribute.keyPath, "is missing", code: .validationMissingMandatoryProperty,
      repair: "give it a value")
  }
}
