import ObjectModel

/// Values that a row can hold and no store keeps: what is not a number, and decimals with more
/// digits than a column has.
enum KeepableValues {
  static func notANumber(
    _ property: PropertyLayout, _ layout: EntityLayout, objectID: ManagedObjectID?
  ) -> ObjectGraphError {
    ObjectGraphError(
      property.kind == .date ? .validationInvalidDate : .managedObjectValidation,
      "\(layout.name).\(property.name) is not a \(property.kind == .date ? "date" : "number")",
      repair: "set it to a \(property.kind == .date ? "date" : "number"), or to nil",
      entityName: layout.name, objectID: objectID,
      key: property.name)
  }

  static func tooManyDigits(
    _ property: PropertyLayout, _ layout: EntityLayout, of row: Row, objectID: ManagedObjectID?
  ) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation,
      "\(layout.name).\(property.name) is \(row.string(slot: property.slot)), "
        + "which the store cannot keep to the last digit",
      repair: "use a number of at most 15 digits", entityName: layout.name, objectID: objectID,
      key: property.name, value: row.value(of: property))
  }
}
