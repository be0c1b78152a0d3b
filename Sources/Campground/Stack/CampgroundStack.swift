import Foundation
import ObjectGraph

/// The store stack of a campground's store.
///
///     let stack = try CampgroundStack(store: PersistentStoreDescription(url: file))
///     let campers = CamperService(managedObjectContext: stack.mainContext, storeStack: stack)
open class CampgroundStack: StoreStack, @unchecked Sendable {
  // Sound: nothing but a constant is stored beside what the superclass keeps.

  /// The rate cards of the store's campgrounds.
  public let rateCards = RateCardCache()

  /// Opens a campground's store, which is made where there is none yet.
  ///
  /// A store of an older version of the model is migrated, unless its description says otherwise; see
  /// `CampgroundVersions`. `migration` tells then what was done.
  ///
  /// - Parameters:
  ///   - timeZone: that of the campground where the store's version knows of none, as the book's does.
  ///   - clock: says what is past in such a store.
  /// - Throws: as `PersistentStoreCoordinator.addPersistentStore(with:)`.
  public init(
    store: PersistentStoreDescription, timeZone: TimeZone = .current,
    clock: any CampgroundClock = SystemClock()
  ) throws {
    try super.init(
      model: .campground, store: store.knowingVersions(timeZone: timeZone, now: clock.now))
  }

  /// What was done to open the store; nil where it had the newest version already.
  public var migration: MigrationReport? {
    persistentStoreCoordinator.persistentStores.first?.migrationReport
  }
}

extension PersistentStoreDescription {
  /// The same, which knows all versions of the model and the way from each to the next.
  fileprivate func knowingVersions(timeZone: TimeZone, now: Date) -> PersistentStoreDescription {
    // No other program leaves a store there.
    if type == .inMemory { return self }
    let knowing = copy()
    knowing.modelVersions = CampgroundVersions.all
    knowing.mappingModels = [BookMapping.model(in: timeZone, at: now)]
    return knowing
  }
}

extension CampgroundStack {
  /// A version of the model that a store has, and that is not the newest one.
  public struct OtherVersion: Sendable, Equatable {
    /// What it is called: `version 1`.
    public let name: String
    /// Whether the store can be migrated; other programs made it where it cannot.
    public let isKnown: Bool
  }

  /// The version that a store has which is not of the newest one; nil for one that is, and where there
  /// is no store yet. The store is only read.
  ///
  /// - Throws: code 134130 where it was made by something else; 134080 where it cannot be read.
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
