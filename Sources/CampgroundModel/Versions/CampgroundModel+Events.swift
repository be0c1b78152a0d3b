import ObjectGraph

extension ManagedObjectModel {
  /// Events, and the scratch pads already saved.
  package static var eventEntities: [EntityDescription] {
    [eventEntity, eventChangeEntity, savedPadEntity]
  }

  private static var eventEntity: EntityDescription {
    EntityDescription(
      "Event", class: Event.self, unique: [["number"]],
      indexes: [index("byKind", "kind", "reservation")]
    ) {
      AttributeDescription("number", .integer64, isOptional: false, isSequence: true)
      AttributeDescription("kind", .string, isOptional: false)
      AttributeDescription("happenedAt", .date, isOptional: false, isIndexed: true)
      AttributeDescription("day", .date, isOptional: false, isIndexed: true)
      AttributeDescription("who", .string)
      AttributeDescription("command", .string)
      AttributeDescription("noun", .string, isOptional: false)
      AttributeDescription("name", .string)
      AttributeDescription("reason", .string)
      AttributeDescription("isTakenBack", .boolean, isOptional: false, default: false)
      RelationshipDescription("reservation", toOne: "Reservation", inverse: "events")
      RelationshipDescription("campground", toOne: "Campground", inverse: "events")
      RelationshipDescription(
        "changes", toMany: "EventChange", inverse: "event", deleteRule: .cascadeDeleteRule)
      RelationshipDescription("overriddenRules", toMany: "OverriddenRule", inverse: "event")
      RelationshipDescription("posting", toOne: "Posting", inverse: "events")
    }
  }

  private static var savedPadEntity: EntityDescription {
    EntityDescription("SavedPad", class: SavedPad.self, unique: [["identifier"]]) {
      AttributeDescription("identifier", .uuid, isOptional: false)
      AttributeDescription("savedAt", .date, isOptional: false)
    }
  }

  private static var eventChangeEntity: EntityDescription {
    EntityDescription("EventChange", class: EventChange.self) {
      AttributeDescription("property", .string, isOptional: false)
      AttributeDescription("before", .string)
      AttributeDescription("after", .string)
      RelationshipDescription(
        "event", toOne: "Event", inverse: "changes", isOptional: false)
    }
  }
}
