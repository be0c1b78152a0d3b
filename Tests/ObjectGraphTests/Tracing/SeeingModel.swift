import ObjectGraph

/// Guests and their stays, with one index over a guest's name and one over a stay's code.
enum SeeingModel {
  /// - Parameter extra: indexes to add, by the name of the entity.
  static func make(extra: [String: [FetchIndexDescription]] = [:]) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Guest", indexes: extra["Guest"] ?? []) {
        AttributeDescription("name", .string, isIndexed: true)
        AttributeDescription("email", .string)
        AttributeDescription("city", .string)
        AttributeDescription("age", .integer16)
        RelationshipDescription("stays", toMany: "Stay", inverse: "guest")
      }
      EntityDescription("Stay", unique: [["code"]], indexes: extra["Stay"] ?? []) {
        AttributeDescription("code", .string)
        AttributeDescription("nights", .integer16)
        AttributeDescription("arrival", .date)
        RelationshipDescription("guest", toOne: "Guest", inverse: "stays")
      }
    }
  }
}
