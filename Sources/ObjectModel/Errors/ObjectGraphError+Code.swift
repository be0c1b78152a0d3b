extension ObjectGraphError {
  /// Core Data's error codes (CoreDataErrors.h), under the names that `CocoaError.Code` gives them.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The operation was canceled.
    public static let userCancelled = Code(rawValue: 3072)

    public static let managedObjectValidation = Code(rawValue: 1550)
    public static let managedObjectConstraintValidation = Code(rawValue: 1551)
    public static let validationMultipleErrors = Code(rawValue: 1560)
    public static let validationMissingMandatoryProperty = Code(rawValue: 1570)
    public static let validationRelationshipLacksMinimumCount = Code(rawValue: 1580)
    public static let validationRelationshipExceedsMaximumCount = Code(rawValue: 1590)
    public static let validationRelationshipDeniedDelete = Code(rawValue: 1600)
    public static let validationNumberTooLarge = Code(rawValue: 1610)
    public static let validationNumberTooSmall = Code(rawValue: 1620)
    public static let validationDateTooLate = Code(rawValue: 1630)
    public static let validationDateTooSoon = Code(rawValue: 1640)
    public static let validationInvalidDate = Code(rawValue: 1650)
    public static let validationStringTooLong = Code(rawValue: 1660)
    public static let validationStringTooShort = Code(rawValue: 1670)
    public static let validationStringPatternMatching = Code(rawValue: 1680)
    public static let validationInvalidURI = Code(rawValue: 1690)

    public static let managedObjectContextLocking = Code(rawValue: 132_000)
    public static let persistentStoreCoordinatorLocking = Code(rawValue: 132_010)
    /// save() was called while the same context was saving.
    public static let recursiveSave = Code(rawValue: 132_001)

    public static let managedObjectReferentialIntegrity = Code(rawValue: 133_000)
    public static let managedObjectExternalRelationship = Code(rawValue: 133_010)
    public static let managedObjectMerge = Code(rawValue: 133_020)
    public static let managedObjectConstraintMerge = Code(rawValue: 133_021)

    public static let persistentStoreInvalidType = Code(rawValue: 134_000)
    public static let persistentStoreTypeMismatch = Code(rawValue: 134_010)
    public static let persistentStoreIncompatibleSchema = Code(rawValue: 134_020)
    public static let persistentStoreSave = Code(rawValue: 134_030)
    public static let persistentStoreIncompleteSave = Code(rawValue: 134_040)
    public static let persistentStoreSaveConflicts = Code(rawValue: 134_050)
    public static let coreData = Code(rawValue: 134_060)
    public static let persistentStoreOperation = Code(rawValue: 134_070)
    public static let persistentStoreOpen = Code(rawValue: 134_080)
    public static let persistentStoreTimeout = Code(rawValue: 134_090)
    public static let persistentStoreUnsupportedRequestType = Code(rawValue: 134_091)
    public static let persistentStoreIncompatibleVersionHash = Code(rawValue: 134_100)
    /// A migration failed.
    public static let migration = Code(rawValue: 134_110)
    /// The migrated objects violate a uniqueness constraint.
    public static let migrationConstraintViolation = Code(rawValue: 134_111)
    public static let migrationCancelled = Code(rawValue: 134_120)
    /// No known model fits the store.
    public static let migrationMissingSourceModel = Code(rawValue: 134_130)
    public static let migrationMissingMappingModel = Code(rawValue: 134_140)
    public static let migrationManagerSourceStore = Code(rawValue: 134_150)
    public static let migrationManagerDestinationStore = Code(rawValue: 134_160)
    /// A migration policy failed or is not registered.
    public static let entityMigrationPolicy = Code(rawValue: 134_170)
    /// No mapping between two versions of a model can be inferred.
    public static let inferredMappingModel = Code(rawValue: 134_190)
    /// A model that belongs to no stage of a migration.
    public static let stagedMigrationModelNotFound = Code(rawValue: 134_504)
    /// A store that is newer than the target model of a staged migration.
    public static let stagedMigrationBackward = Code(rawValue: 134_506)
    public static let sqlite = Code(rawValue: 134_180)

    /// Invalid arguments, for which Core Data raises NSInvalidArgumentException: a wrong key, a bad
    /// format string, an unknown entity, or a contradictory request. The number is not Core Data's.
    public static let invalidArgument = Code(rawValue: 134_061)
  }
}
