import ObjectGraph

extension ManagedObjectModel {
  /// Charges and payments.
  @ModelBuilder package static var folioEntities: [EntityDescription] {
    EntityDescription(
      Folio.self, unique: [["number"]], required: ["campground"],
      deny: ["reservations", "entries"]
    ) { number }
    EntityDescription(Posting.self, deny: ["entries"], indexed: ["postedAt"])
    // The index covers every column that reports add up.
    EntityDescription(
      FolioEntry.self, unique: [["number"]],
      indexes: [
        index("byKind", "kind", "day", "name", "folio", "amountMinor"),
        index("byNight", "night", "kind", "taxGroup", "reservation", "amountMinor"),
      ], required: ["folio", "posting"], deny: ["taxedBy"], indexed: ["day"],
      search: ["reference": .words]
    ) {
      number
      RelationshipDescription("taxes", toOne: "FolioEntry", inverse: "taxedBy")
      RelationshipDescription("taxedBy", toMany: "FolioEntry", inverse: "taxes")
      RelationshipDescription("reverses", toOne: "FolioEntry", inverse: "reversedBy")
      RelationshipDescription("reversedBy", toOne: "FolioEntry", inverse: "reverses")
    }
    EntityDescription(
      Voucher.self, unique: [["campground", "code"]], required: ["campground"], deny: ["entries"],
      search: ["code": .words])
    EntityDescription(
      LedgerAccount.self, unique: [["campground", "use", "subject"]], required: ["campground"])
    EntityDescription(ClosedDay.self, unique: [["campground", "day"]], required: ["campground"])
  }
}
