extension ObjectGraphError {
  /// Core Data's error codes (CoreDataErrors.h), under the names that `CocoaError.Code` gives them.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number, as in `CocoaError.Code`.
    public let rawValue: Int

    /// Creates a code, which may be one of the application's own.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A fetch was canceled, or requests were interrupted with
    /// `PersistentStoreCoordinator.interrupt()`.
    public static let userCancelled = Code(rawValue: 3072)

    /// A value is not valid, for a reason without a code of its own: it breaks a validation
    /// predicate of the model, a store cannot hold it, or a validation method threw an error of
    /// another type.
    public static let managedObjectValidation = Code(rawValue: 1550)
    /// Never thrown by the engine: it reports a violated uniqueness constraint as
    /// `managedObjectConstraintMerge`.
    public static let managedObjectConstraintValidation = Code(rawValue: 1551)
    /// Several values are not valid; each has its own error in `underlyingErrors`.
    public static let validationMultipleErrors = Code(rawValue: 1560)
    /// A mandatory attribute or relationship is empty when an object is saved, or a batch request
    /// would leave it empty.
    public static let validationMissingMandatoryProperty = Code(rawValue: 1570)
    /// A to-many relationship has fewer members than its `minCount` when an object is saved.
    public static let validationRelationshipLacksMinimumCount = Code(rawValue: 1580)
    /// A to-many relationship has more members than its `maxCount` when an object is saved.
    public static let validationRelationshipExceedsMaximumCount = Code(rawValue: 1590)
    /// An object is to be deleted while a relationship with the deny rule still has destinations.
    public static let validationRelationshipDeniedDelete = Code(rawValue: 1600)
    /// A number is greater than the maximum of its attribute, does not fit the attribute's type, or
    /// a sequence has run out of numbers.
    public static let validationNumberTooLarge = Code(rawValue: 1610)
    /// A number is less than the minimum of its attribute, or does not fit the attribute's type.
    public static let validationNumberTooSmall = Code(rawValue: 1620)
    /// A date is later than the maximum of its attribute.
    public static let validationDateTooLate = Code(rawValue: 1630)
    /// A date is earlier than the minimum of its attribute.
    public static let validationDateTooSoon = Code(rawValue: 1640)
    /// A date is not a finite number of seconds.
    public static let validationInvalidDate = Code(rawValue: 1650)
    /// A string has more UTF-16 code units than the maximum of its attribute.
    public static let validationStringTooLong = Code(rawValue: 1660)
    /// A string has fewer UTF-16 code units than the minimum of its attribute.
    public static let validationStringTooShort = Code(rawValue: 1670)
    /// A string does not match the regular expression of its attribute.
    public static let validationStringPatternMatching = Code(rawValue: 1680)
    /// A string given for an attribute of type URI is not a URI.
    public static let validationInvalidURI = Code(rawValue: 1690)

    /// Never thrown by the engine, whose contexts have no locks that can fail.
    public static let managedObjectContextLocking = Code(rawValue: 132_000)
    /// Never thrown by the engine, whose coordinators have no locks that can fail.
    public static let persistentStoreCoordinatorLocking = Code(rawValue: 132_010)
    /// `save()` was called while the same context was saving.
    public static let recursiveSave = Code(rawValue: 132_001)

    /// An object's row is gone, or a relationship leads to an object that is deleted or not in the
    /// store.
    public static let managedObjectReferentialIntegrity = Code(rawValue: 133_000)
    /// A save would store a relationship between objects of two stores.
    public static let managedObjectExternalRelationship = Code(rawValue: 133_010)
    /// A save met rows that someone else changed or deleted in the meantime, and the merge policy
    /// did not resolve all of the conflicts.
    public static let managedObjectMerge = Code(rawValue: 133_020)
    /// A save would violate a uniqueness constraint, and the merge policy did not resolve all of
    /// the conflicts; a batch insertion throws it for values already in use.
    public static let managedObjectConstraintMerge = Code(rawValue: 133_021)

    /// There is no store of the given type, or its type has no file.
    public static let persistentStoreInvalidType = Code(rawValue: 134_000)
    /// A file contains a store of another type than the one it is opened with.
    public static let persistentStoreTypeMismatch = Code(rawValue: 134_010)
    /// A model is not valid, or a file is a SQLite database but not a store.
    public static let persistentStoreIncompatibleSchema = Code(rawValue: 134_020)
    /// A save or a change of metadata failed as a whole: the store is read-only or its file is
    /// gone, an external file cannot be written, or `willSave` and validation never stop changing
    /// objects.
    public static let persistentStoreSave = Code(rawValue: 134_030)
    /// A save over several stores failed in one of them; `details` has that store under
    /// `affectedStores` and, if others were already committed, those under `committedStores`.
    public static let persistentStoreIncompleteSave = Code(rawValue: 134_040)
    /// Never thrown by the engine: it reports conflicts as `managedObjectMerge`.
    public static let persistentStoreSaveConflicts = Code(rawValue: 134_050)
    /// A request without a store that could answer it, and any failure without a code of its own,
    /// such as an undo action that threw an error of another type.
    public static let coreData = Code(rawValue: 134_060)
    /// A request to an open store failed: SQLite refused a statement, the store left its
    /// coordinator, a query generation expired, or an external file is missing.
    public static let persistentStoreOperation = Code(rawValue: 134_070)
    /// A store cannot be opened, created or copied: there is no such file, access is denied, a file
    /// is already in its place, or its content is damaged.
    public static let persistentStoreOpen = Code(rawValue: 134_080)
    /// Another process held the lock of the store for longer than the timeout of its description.
    public static let persistentStoreTimeout = Code(rawValue: 134_090)
    /// `execute(_:)` was given a request of a class that it does not know.
    public static let persistentStoreUnsupportedRequestType = Code(rawValue: 134_091)
    /// A store was made with another version of the model and may not be migrated, or another
    /// process migrated it while it was open.
    public static let persistentStoreIncompatibleVersionHash = Code(rawValue: 134_100)
    /// A migration failed for a reason without a code of its own, such as a mapping model that does
    /// not fit its two versions.
    public static let migration = Code(rawValue: 134_110)
    /// The migrated objects violate a uniqueness constraint.
    public static let migrationConstraintViolation = Code(rawValue: 134_111)
    /// A migration was canceled by its `MigrationProgress`, or by its manager.
    public static let migrationCancelled = Code(rawValue: 134_120)
    /// No known model fits the store, several do, or the one that fits may be newer than the model
    /// to migrate to.
    public static let migrationMissingSourceModel = Code(rawValue: 134_130)
    /// A step of a migration has no mapping model and none may be inferred, or a mapping model was
    /// made for other versions of its entities.
    public static let migrationMissingMappingModel = Code(rawValue: 134_140)
    /// The source store of a migration manager cannot be opened, or is in memory.
    public static let migrationManagerSourceStore = Code(rawValue: 134_150)
    /// The destination store of a migration manager cannot be opened or created, is in memory, or
    /// is the source itself.
    public static let migrationManagerDestinationStore = Code(rawValue: 134_160)
    /// A mapping failed, with an object or as a whole, or its migration policy is not registered.
    public static let entityMigrationPolicy = Code(rawValue: 134_170)
    /// No mapping between two versions of a model can be inferred; `underlyingErrors` lists every
    /// obstacle.
    public static let inferredMappingModel = Code(rawValue: 134_190)
    /// No stage of a migration begins with the version of the store, or the model of a stage cannot
    /// be read or has another checksum.
    public static let stagedMigrationModelNotFound = Code(rawValue: 134_504)
    /// The store is newer than the target model of a staged migration.
    public static let stagedMigrationBackward = Code(rawValue: 134_506)
    /// Never thrown by the engine: it reports SQLite's errors under the code of what failed, with
    /// SQLite's own code under `sqliteResultCode` in `details`.
    public static let sqlite = Code(rawValue: 134_180)

    /// Invalid arguments, for which Core Data raises NSInvalidArgumentException: a wrong key, a bad
    /// format string, an unknown entity, or a contradictory request. The number is not Core Data's.
    public static let invalidArgument = Code(rawValue: 134_061)
  }
}
