import ObjectGraph

extension ManagedObjectModel {
  /// Who changed what.
  package static var auditEntities: [EntityDescription] {
    [auditEntryEntity, auditChangeEntity, savedPadEntity]
  }

  private static var auditEntryEntity: EntityDescription {
    EntityDescription(
      "AuditEntry", class: AuditEntry.self, unique: [["number"]]
    ) {
      AttributeDescription("number", .integer64, isOptional: false, isSequence: true)
      AttributeDescription("kind", .string, isOptional: false)
      AttributeDescription("happenedAt", .date, isOptional: false, isIndexed: true)
      AttributeDescription("day", .date, isOptional: false, isIndexed: true)
      AttributeDescription("who", .string)
      AttributeDescription("command", .string)
      AttributeDescription("noun", .string, isOptional: false)
      AttributeDescription("name", .string)
      RelationshipDescription("reservation", toOne: "Reservation", inverse: "audit")
      RelationshipDescription("campground", toOne: "Campground", inverse: "audit")
      RelationshipDescription(
        "changes", toMany: "AuditChange", inverse: "entry", deleteRule: .cascadeDeleteRule)
    }
  }

  private static var savedPadEntity: EntityDescription {
    EntityDescription("SavedPad", class: SavedPad.self, unique: [["identifier"]]) {
      AttributeDescription("identifier", .uuid, isOptional: false)
      AttributeDescription("savedAt", .date, isOptional: false)
    }
  }

  private static var auditChangeEntity: EntityDescription {
    EntityDescription("AuditChange", class: AuditChange.self) {
      AttributeDescription("property", .string, isOptional: false)
      AttributeDescription("before", .string)
      AttributeDescription("after", .string)
      RelationshipDescription(
        "entry", toOne: "AuditEntry", inverse: "changes", isOptional: false)
    }
  }
}
