import ObjectGraph

extension ManagedObjectModel {
  /// Employees, the items on sale, and sales.
  package static var staffEntities: [EntityDescription] {
    [employeeEntity, employeePictureEntity, itemEntity, saleEntity]
  }

  private static var employeeEntity: EntityDescription {
    EntityDescription(
      "Employee", class: Employee.self, unique: [["campground", "name"], ["guid"]],
      indexes: [index("byDepartment", "campground", "department")]
    ) {
      AttributeDescription("guid", .string, isOptional: false)
      AttributeDescription("name", .string, isOptional: false, searchedBy: .words)
      AttributeDescription("department", .string, searchedBy: .words)
      AttributeDescription("startDate", .date)
      AttributeDescription(
        "vacationDays", .integer16, isOptional: false, default: 0, minimum: 0, maximum: 366)
      AttributeDescription("email", .string, searchedBy: .words)
      AttributeDescription("phone", .string, searchedBy: .digits)
      AttributeDescription("address", .string)
      AttributeDescription("about", .string)
      isActive
      AttributeDescription("thumbnail", .binaryData)
      campgroundOfOwned("employees")
      RelationshipDescription(
        "picture", toOne: "EmployeePicture", inverse: "employee", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "sales", toMany: "Sale", inverse: "employee", deleteRule: .denyDeleteRule)
    }
  }

  private static var employeePictureEntity: EntityDescription {
    // A separate entity, so that listing employees never reads an original picture.
    EntityDescription("EmployeePicture", class: EmployeePicture.self) {
      AttributeDescription(
        "picture", .binaryData, isOptional: false, allowsExternalBinaryDataStorage: true)
      RelationshipDescription(
        "employee", toOne: "Employee", inverse: "picture", isOptional: false)
    }
  }

  private static var itemEntity: EntityDescription {
    EntityDescription("Item", class: Item.self, unique: [["campground", "name"]]) {
      AttributeDescription("name", .string, isOptional: false, searchedBy: .words)
      amount("priceMinor")
      AttributeDescription("taxGroup", .string)
      AttributeDescription("stock", .integer32, minimum: 0)
      isActive
      campgroundOfOwned("items")
      RelationshipDescription(
        "sales", toMany: "Sale", inverse: "item", deleteRule: .denyDeleteRule)
    }
  }

  private static var saleEntity: EntityDescription {
    EntityDescription(
      "Sale", class: Sale.self, unique: [["number"]], indexes: [index("byDay", "campground", "day")]
    ) {
      AttributeDescription("number", .integer64, isOptional: false, isSequence: true)
      AttributeDescription("text", .string, isOptional: false)
      AttributeDescription("quantity", .integer32, isOptional: false, default: 1)
      amount("amountMinor")
      AttributeDescription("day", .date, isOptional: false)
      AttributeDescription("soldAt", .date, isOptional: false)
      AttributeDescription("department", .string)
      AttributeDescription("method", .string)
      AttributeDescription("reason", .string)
      RelationshipDescription(
        "campground", toOne: "Campground", inverse: "sales", isOptional: false)
      RelationshipDescription("item", toOne: "Item", inverse: "sales")
      RelationshipDescription("employee", toOne: "Employee", inverse: "sales")
      RelationshipDescription("reservation", toOne: "Reservation", inverse: "sales")
      RelationshipDescription(
        "entries", toMany: "FolioEntry", inverse: "sale", deleteRule: .denyDeleteRule)
      RelationshipDescription("reverses", toOne: "Sale", inverse: "reversedBy")
      RelationshipDescription("reversedBy", toOne: "Sale", inverse: "reverses")
    }
  }
}
