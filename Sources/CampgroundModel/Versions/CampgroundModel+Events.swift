import ObjectGraph

extension ManagedObjectModel {
  /// Events, and the scratch pads already saved.
  @ModelBuilder package static var eventEntities: [EntityDescription] {
    EntityDescription(
      Event.self, unique: [["number"]], indexes: [index("byKind", "kind", "reservation")],
      cascade: ["changes", "images"], indexed: ["happenedAt", "day"]
    ) {
      number
      RelationshipDescription("firstEvent", toOne: "Event", inverse: "commandEvents")
      RelationshipDescription("commandEvents", toMany: "Event", inverse: "firstEvent")
      RelationshipDescription("undoneBy", toOne: "Event", inverse: "undoes")
      RelationshipDescription("undoes", toMany: "Event", inverse: "undoneBy")
    }
    EntityDescription(
      EventImage.self, indexes: [index("byObject", "primaryKey", "entityName")], required: ["event"]
    )
    EntityDescription(EventChange.self, required: ["event"])
    EntityDescription(SavedPad.self, unique: [["identifier"]], required: ["identifier"])
  }
}
