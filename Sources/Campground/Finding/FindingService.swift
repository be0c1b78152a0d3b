import ObjectGraph

/// Finds campers, campsites and reservations by what a guest or a clerk says about them.
///
///     let found = try finder.find("apple 555", limit: 20)
///     print(found.map(\.name))  // ["Johnny Appleseed"]
public final class FindingService {
  /// The context that the found objects belong to.
  public let managedObjectContext: ManagedObjectContext

  /// The stack of the store.
  public let storeStack: StoreStack

  private let scope: ServiceScope

  /// Makes a service that looks in a context of the stack.
  ///
  /// - Parameter campground: the campground whose sites and reservations are meant; by default the
  ///   store's first. Campers are everybody's.
  public init(
    managedObjectContext: ManagedObjectContext, storeStack: StoreStack,
    clock: any CampgroundClock = SystemClock(), campground: ManagedObjectID? = nil
  ) {
    self.managedObjectContext = managedObjectContext
    self.storeStack = storeStack
    scope = ServiceScope(
      context: managedObjectContext, clock: clock, campgroundID: campground, reach: .store)
  }

  /// What has all the words of the text, each at the beginning of a word in what is known of it: exact
  /// finds first, then what begins with the text, then the rest; campers before campsites before
  /// reservations.
  ///
  /// - Parameter limit: the greatest number of finds, or 0 for all.
  public func find(_ text: String, limit: Int = 0) throws -> [Finding] {
    var names = ["Camper"]
    var request = SearchRequest(text, limit: limit)
    if let campground = try scope.campground(in: managedObjectContext) {
      for name in ["CampSite", "Reservation"] {
        names.append(name)
        request.predicates[name] = try FetchPredicate(format: "campground == %@", campground)
      }
    }
    request.entityNames = names
    return try managedObjectContext.search(request).compactMap { Finding($0) }
  }
}
