import ObjectModel
import ObjectStore

extension ObjectValidator {
  /// Code 1570 for a mandatory composite attribute whose elements are all nil, and for nil in
  /// mandatory elements of one that is not nil.
  func missingElements(of composite: CompositeLayout) -> [ObjectGraphError] {
    guard let row = object.row, composite.leaves.contains(where: { !row.isNull($0.index) }) else {
      return composite.attribute.isOptional ? [] : [missing(composite.attribute.keyPath)]
    }
    return composite.elements.flatMap { _, element in
      switch element {
      case .value(let property, let attribute):
        attribute.isOptional || !row.isNull(property.index) ? [] : [missing(attribute.keyPath)]
      case .composite(let nested): missingElements(of: nested)
      }
    }
  }
}
