import ObjectGraph

extension ManagedObjectModel {
  /// Stay rules and cancellation policies.
  @ModelBuilder package static var ruleEntities: [EntityDescription] {
    EntityDescription(StayRule.self, unique: versionedName, required: ["campground"]) {
      scopedRule
      AttributeDescription("value", .integer32, minimum: 1)
    }
    EntityDescription(
      CancellationPolicy.self, unique: versionedName + [["campground", "isDefault"]],
      required: ["campground"], cascade: ["steps"]
    ) {
      endRevision
      AttributeDescription(
        "cutOffMinute", .integer16, isOptional: false, default: 0, minimum: 0, maximum: 1_439)
      AttributeDescription(
        "graceMinutes", .integer32, isOptional: false, default: 60, minimum: 0)
    }
    EntityDescription(
      CancellationStep.self, unique: [["policy", "fromDays"]], required: ["policy"]
    ) {
      AttributeDescription("fromDays", .integer16, isOptional: false, minimum: 0)
      AttributeDescription("throughDays", .integer16, minimum: 0)
      AttributeDescription("keptNights", .integer16, minimum: 0)
      AttributeDescription("keptPercent", .decimal, minimum: 0, maximum: 100)
    }
  }
}
