import ObjectGraph

/// What works on a context and the stack of a store, at one campground: the base of all services.
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
  ///   - campground: the campground that is meant where a call names none; by default the store's
  ///     first, and in a store without one "Campground", which is made with the first thing that
  ///     belongs to one.
  ///   - author: who is told in the audit to have made the calls.
  public init(
    managedObjectContext: ManagedObjectContext, storeStack: StoreStack,
    clock: any CampgroundClock = SystemClock(), campground: ManagedObjectID? = nil,
    by author: Author = Author()
  ) {
    self.managedObjectContext = managedObjectContext
    self.storeStack = storeStack
    scope = ServiceScope(
      context: managedObjectContext, storeStack: storeStack, clock: clock, campgroundID: campground,
      author: author)
  }

  /// Makes a service that works where another one does: in its context, at its campground, by its
  /// clock, saving as far.
  public convenience init(beside other: Service) {
    self.init(other.scope)
  }

  init(_ scope: ServiceScope) {
    managedObjectContext = scope.context
    storeStack = scope.storeStack
    self.scope = scope
  }
}
