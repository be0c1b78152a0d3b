import ObjectGraph

extension ManagedObjectModel {
  /// Version 2, which differs from version 3 as follows: a stay with a night that no rate prices had
  /// no total; charges by hand were lines of the ledger alone; only taxes could be waived, allowances
  /// were deleted when they were reversed, and the ledger did not say which facts its lines are
  /// about.
  public static let campgroundVersion2: ManagedObjectModel = {
    let model = entitiesOfVersion3
    let entities = model.entitiesByName
    let stay = entities["Reservation"]
    stay?.without("unpricedNights", "reservedFrom", "reservedTo")
    let total = stay?.attributesByName["totalMinor"]
    total?.isOptional = true
    total?.defaultValue = .null
    entities["FolioEntry"]?.without("allowance", "givenUp", "changeFee", "charge")
    entities["Item"]?.without("includesTax")
    stay?.without("charges")
    model.entities.removeAll { $0.name == "Charge" }
    entities["Allowance"]?.without("isWaived", "entries")
    entities["GivenUpNights"]?.without("isWaived", "isFeeWaived", "entries")
    entities["ChangeFee"]?.without("isWaived", "entries")
    stay?.relationshipsByName["waivers"]?.name = "taxWaivers"
    let waiver = entities["Waiver"]
    waiver?.name = "TaxWaiver"
    waiver?.without("kind")
    for name in ["name", "taxGroup"] { waiver?.attributesByName[name]?.isOptional = false }
    model.versionIdentifiers = ["2"]
    return model
  }()
}
