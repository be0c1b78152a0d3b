import ObjectModel
import ObjectStore

extension BatchUpdatePlan {
  /// Whether the rows may be updated in pieces: no value depends on another row, and no row has to
  /// wait for another to give up a unique value.
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
  /// - Throws: code 1610 or 1620 if the number is out of the attribute's range, 1550 if the
  ///   attribute cannot take the value for another reason.
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
