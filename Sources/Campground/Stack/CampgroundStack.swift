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
  /// - Throws: as `PersistentStoreCoordinator.addPersistentStore(with:)`.
  public init(store: PersistentStoreDescription) throws {
    try super.init(model: .campground, store: store)
  }
}
