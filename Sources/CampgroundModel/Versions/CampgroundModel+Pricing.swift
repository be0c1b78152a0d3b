import ObjectGraph

extension ManagedObjectModel {
  /// The rules that price a stay.
  @ModelBuilder package static var pricingEntities: [EntityDescription] {
    EntityDescription(
      Season.self, unique: versionedName, required: ["campground"],
      deny: ["rates", "discounts", "fees", "taxes", "depositRules", "stayRules"]
    ) {
      endRevision
      AttributeDescription("startMonth", .integer16, isOptional: false, minimum: 1, maximum: 12)
      AttributeDescription("startDay", .integer16, isOptional: false, minimum: 1, maximum: 31)
      AttributeDescription("endMonth", .integer16, isOptional: false, minimum: 1, maximum: 12)
      AttributeDescription("endDay", .integer16, isOptional: false, minimum: 1, maximum: 31)
      AttributeDescription("year", .integer16, minimum: 1, maximum: 9_999)
    }
    EntityDescription(Rate.self, unique: versionedName, required: ["campground"]) {
      scopedRule
    }
    EntityDescription(Discount.self, unique: versionedName, required: ["campground"]) {
      scopedRule
      AttributeDescription("percent", .decimal, minimum: 0, maximum: 100)
      AttributeDescription("minimumNights", .integer16, minimum: 1)
    }
    EntityDescription(Tax.self, unique: versionedName, required: ["campground"]) {
      scopedRule
      AttributeDescription("percent", .decimal, minimum: 0, maximum: 1_000)
      AttributeDescription("exemptFromNights", .integer16, minimum: 1)
    }
    EntityDescription(Fee.self, unique: versionedName, required: ["campground"]) {
      scopedRule
      AttributeDescription("includedCount", .integer16, minimum: 1)
    }
    EntityDescription(DepositRule.self, unique: versionedName, required: ["campground"]) {
      scopedRule
      AttributeDescription("percent", .decimal, minimum: 0, maximum: 100)
      AttributeDescription("nights", .integer16, minimum: 1)
      AttributeDescription("minimumNights", .integer16, minimum: 1)
    }
    EntityDescription(MeterRate.self, unique: [["campground", "kind"]], required: ["campground"]) {
      AttributeDescription("price", .decimal, isOptional: false, minimum: 0)
      isActive
    }
  }
}
