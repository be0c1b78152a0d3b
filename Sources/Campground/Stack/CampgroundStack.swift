import Foundation
import ObjectGraph

/// The store stack of a campground's store.
///
///     let stack = try CampgroundStack(store: PersistentStoreDescription(url: file))
///     let campers = CamperService(managedObjectContext: stack.mainContext, storeStack: stack)
open class CampgroundStack: StoreStack, @unchecked Sendable {
  // Sound: apart from the superclass's state, it stores only a constant.

  /// The rate cards of the store's campgrounds.
  public let rateCards = RateCardCache()

  /// Opens a campground's store, and creates it if there is none.
  ///
  /// A store with an older version of the model is migrated, unless its description says otherwise;
  /// see `CampgroundVersions`. `migration` then reports what was done.
  ///
  /// - Parameters:
  ///   - timeZone: the time zone of the campground where the store's version does not record one,
  ///     as in the book's.
  ///   - clock: decides which stays of such a store are past.
  /// - Throws: as `PersistentStoreCoordinator.addPersistentStore(with:)`.
  public init(
    store: PersistentStoreDescription, timeZone: TimeZone = .current,
    clock: any CampgroundClock = SystemClock()
  ) throws {
    try super.init(
      model: .campground, store: store.knowingVersions(timeZone: timeZone, now: clock.now))
  }

  /// The migration that was done to open the store; nil where it already had the newest version.
  public var migration: MigrationReport? {
    persistentStoreCoordinator.persistentStores.first?.migrationReport
  }
}

extension PersistentStoreDescription {
  /// The same description, with all versions of the model and the mappings between them.
  fileprivate func knowingVersions(timeZone: TimeZone, now: Date) -> PersistentStoreDescription {
    // No other program leaves a store in memory.
    if type == .inMemory { return self }
    let knowing = copy()
    knowing.modelVersions = CampgroundVersions.all
    knowing.useMappingModels {
      [
        BookMapping.model(in: timeZone, at: now), Version2Mapping.model(), Version3Mapping.model(),
      ].compactMap { $0 }
    }
    return knowing
  }
}

extension CampgroundStack {
  /// A version of the model other than the newest one.
  public struct OtherVersion: Sendable, Equatable {
    /// The name of the version: `version 1`.
    public let name: String
    /// Whether the store can be migrated; if not, another program made it.
    public let isKnown: Bool
  }

  /// The version of a store that does not have the newest one; nil otherwise, and where there is no
  /// store yet. The store is only read.
  ///
  /// - Throws: code 134130 where something else made it; 134080 where it cannot be read.
  public static func otherVersion(of store: PersistentStoreDescription) throws -> OtherVersion? {
    let size = try? store.url.resourceValues(forKeys: [.fileSizeKey]).fileSize
    guard store.type != .inMemory, let size, size > 0 else { return nil }
    let version = try StoreMigration(
      of: store.knowingVersions(timeZone: .gmt, now: Date()), to: .campground
    ).storedVersion()
    if version.isSameVersion(as: .campground) { return nil }
    return OtherVersion(
      name: version.versionIdentifiers.isEmpty
        ? version.versionTitle : "version \(version.versionTitle)",
      isKnown: CampgroundVersions.all.contains { $0.isSameVersion(as: version) })
  }
}
