import ObjectGraph

extension ManagedObjectModel {
  /// Employees, the items on sale, and sales.
  @ModelBuilder package static var staffEntities: [EntityDescription] {
    EntityDescription(
      Employee.self, unique: [["campground", "name"], ["guid"]],
      indexes: [index("byDepartment", "campground", "department")], required: ["campground"],
      cascade: ["picture"], deny: ["sales"],
      search: ["name": .words, "department": .words, "email": .words, "phone": .digits]
    ) {
      AttributeDescription(
        "vacationDays", .integer16, isOptional: false, default: 0, minimum: 0, maximum: 366)
      isActive
    }
    // A separate entity, so that listing employees never reads an original picture.
    EntityDescription(EmployeePicture.self, required: ["employee"]) {
      AttributeDescription(
        "picture", .binaryData, isOptional: false, allowsExternalBinaryDataStorage: true)
    }
    EntityDescription(
      Item.self, unique: [["campground", "name"]], required: ["campground"], deny: ["sales"],
      search: ["name": .words]
    ) {
      AttributeDescription("stock", .integer32, minimum: 0)
      isActive
    }
    EntityDescription(
      Sale.self, unique: [["number"]], indexes: [index("byDay", "campground", "day")],
      required: ["campground"], deny: ["entries"]
    ) {
      number
      AttributeDescription("quantity", .integer32, isOptional: false, default: 1)
    }
  }
}
