/// Finds what is wrong with a composite attribute and the elements in it.
struct CompositeChecker {
  let entity: String

  /// Every problem, in the order of the elements' names.
  func problems(of composite: CompositeAttributeDescription) -> [ObjectGraphError] {
    let path = composite.keyPath
    var found: [ObjectGraphError] = []
    if composite.attributeType != .composite {
      found.append(problem("must be of composite type", path))
    }
    if composite.elements.isEmpty { found.append(problem("has no elements", path)) }
    var seen: Set<String> = []
    for element in composite.elements.sorted(by: { $0.name < $1.name }) {
      let elementPath = "\(path).\(element.name)"
      if !ModelChecker.isName(element.name) {
        found.append(problem("has a name that no element can have", elementPath))
      }
      if !seen.insert(element.name.uppercased()).inserted {
        found.append(problem("has a name that another element has", elementPath))
      }
      if element.composite !== composite {
        found.append(problem("is an element of another composite as well", elementPath))
      } else if let nested = element as? CompositeAttributeDescription {
        found += problems(of: nested)
      } else if let reason = reason(against: element) {
        found.append(problem(reason, elementPath))
      }
    }
    return found
  }

  private func reason(against element: AttributeDescription) -> String? {
    if element is DerivedAttributeDescription { return "is derived, which no element can be" }
    if element.allowsExternalBinaryDataStorage {
      return "is kept outside the store, which no element can be"
    }
    return element.attributeType == .undefined
      ? "has no type, which an element must have" : ModelChecker.reason(against: element)
  }

  private func problem(_ what: String, _ path: String) -> ObjectGraphError {
    .wrongModel("\(entity).\(path) \(what)", entity: entity, key: path)
  }
}
