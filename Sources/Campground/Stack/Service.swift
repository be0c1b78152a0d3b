import ObjectGraph

/// The base of all services, which work on a context and the stack of a store, at one campground.
///
///     let campers = CamperService(managedObjectContext: stack.mainContext, storeStack: stack)
///     let camper = try campers.addCamper("Johnny Appleseed", phoneNumber: "408-555-1234")
public class Service {
  /// The context that the service's objects belong to.
  public let managedObjectContext: ManagedObjectContext

  /// The stack of the store.
  public let storeStack: StoreStack

  let scope: ServiceScope

  /// Makes a service that works in a context of the stack and saves each call to the store.
  ///
  /// - Parameters:
  ///   - campground: the campground for calls that name none; by default the store's first. In a
  ///     store without one, "Campground" is created along with its first object.
  ///   - author: the author of the calls for the audit.
  ///   - voucherCodes: the generator of voucher codes; by default they cannot be guessed.
  public init(
    managedObjectContext: ManagedObjectContext, storeStack: StoreStack,
    clock: any CampgroundClock = SystemClock(), campground: ManagedObjectID? = nil,
    by author: Author = Author(), voucherCodes: VoucherCodes = .random
  ) {
    self.managedObjectContext = managedObjectContext
    self.storeStack = storeStack
    scope = ServiceScope(
      context: managedObjectContext, storeStack: storeStack, clock: clock, campgroundID: campground,
      author: author, voucherCodes: voucherCodes)
  }

  /// Makes a service with the same context, campground, clock and way of saving as another one.
  public convenience init(beside other: Service) {
    self.init(other.scope)
  }

  /// The identifier of the store, which makes what leaves it unique in the world.
  var storeIdentifier: String {
    managedObjectContext.persistentStoreCoordinator?.persistentStores.first?.identifier ?? ""
  }

  init(_ scope: ServiceScope) {
    managedObjectContext = scope.context
    storeStack = scope.storeStack
    self.scope = scope
  }
}
