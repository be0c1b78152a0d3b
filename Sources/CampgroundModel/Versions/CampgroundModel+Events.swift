import ObjectGraph

extension ManagedObjectModel {
  /// Events, and the scratch pads already saved.
  @ModelBuilder package static var eventEntities: [EntityDescription] {
    EntityDescription(
      Event.self, unique: [["number"]], indexes: [index("byKind", "kind", "reservation")],
      cascade: ["changes"], indexed: ["happenedAt", "day"]
    ) { number }
    EntityDescription(EventChange.self, required: ["event"])
    EntityDescription(SavedPad.self, unique: [["identifier"]], required: ["identifier"])
  }
}
