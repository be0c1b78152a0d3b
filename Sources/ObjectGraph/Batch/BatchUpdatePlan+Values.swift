import ObjectModel
import ObjectStore

extension BatchUpdatePlan {
  /// Whether rows may be updated some at a time: the value of none depends on another's, and none
  /// waits for another to give up a unique value.
  func isDivisible(in model: ModelLayout) -> Bool {
    let unique = UniquenessConstraint.all(in: model).flatMap(\.properties)
    return assignments.allSatisfy { assignment in
      guard !unique.contains(where: { $0 === assignment.property }) else { return false }
      return assignment.value.readsOneObject
    }
  }
}

extension BatchUpdatePlan.Assignment {
  /// The new value of an object.
  ///
  /// - Throws: code 1610 or 1620 for a number that the attribute has no room for, 1550 for another
  ///   value that it does not take.
  func value(for object: ManagedObject) throws -> AttributeValue {
    if case .constant(let value) = value { return value }
    return try converted(value.value(for: ObjectSubject(object: object)), of: object.layout)
  }

  private func converted(
    _ value: AttributeValue, of layout: EntityLayout
  ) throws -> AttributeValue {
    guard let attribute = property.attribute else { return value }
    if let kept = value.kept(as: attribute.attributeType) { return kept }
    var code = ObjectGraphError.Code.managedObjectValidation
    if case .integer(let number) = value.converted(to: attribute.attributeType) {
      code = number < 0 ? .validationNumberTooSmall : .validationNumberTooLarge
    }
    throw ObjectGraphError(
      code,
      "\(value.shortDescription) does not fit into \(layout.name).\(property.name), which is of type "
        + "\(attribute.attributeType)", repair: "cast the expression, or narrow the predicate",
      entityName: layout.name, key: property.name, value: value)
  }
}
