import ObjectGraph

/// What is done with campers.
public final class CamperService {
  /// The context that the service's objects belong to.
  public let managedObjectContext: ManagedObjectContext

  /// The stack of the store.
  public let storeStack: StoreStack

  private let scope: ServiceScope

  /// Makes a service that works in a context of the stack.
  public init(
    managedObjectContext: ManagedObjectContext, storeStack: StoreStack,
    clock: any CampgroundClock = SystemClock()
  ) {
    self.managedObjectContext = managedObjectContext
    self.storeStack = storeStack
    scope = ServiceScope(context: managedObjectContext, clock: clock, campgroundID: nil)
  }

  /// Adds a camper. Another camper of the same name is no obstacle.
  ///
  /// - Throws: `CampgroundError.emptyName`, and what the store reports.
  public func addCamper(
    _ name: String, phoneNumber: String?, email: String? = nil
  ) throws -> Camper {
    let name = try NameRule.checked(name, of: "camper")
    return try scope.write { scratch in
      let camper = Camper(context: scratch)
      camper.fullName = name
      camper.phoneNumber = NameRule.optional(phoneNumber)
      camper.email = NameRule.optional(email)
      return camper
    }
  }

  /// Changes a camper; nil leaves a value as it is, empty text takes a phone number or e-mail
  /// address away.
  ///
  /// - Throws: `CampgroundError.emptyName` for an empty name, `CampgroundError.gone`.
  @discardableResult
  public func edit(
    _ camper: Camper, name: String? = nil, phoneNumber: String? = nil, email: String? = nil
  ) throws -> Camper {
    let name = try name.map { try NameRule.checked($0, of: "camper") }
    return try scope.write { scratch in
      let camper = try scratch.current(camper)
      if let name { camper.fullName = name }
      if let phoneNumber { camper.phoneNumber = NameRule.optional(phoneNumber) }
      if let email { camper.email = NameRule.optional(email) }
      return camper
    }
  }

  /// Deletes a camper who has no reservations, past ones included.
  ///
  /// - Throws: `CampgroundError.camperHasReservations`, which names them; `CampgroundError.gone`.
  public func delete(_ camper: Camper) throws {
    try scope.change { scratch in
      let camper = try scratch.current(camper)
      guard camper.reservations.isEmpty else {
        let codes = camper.reservations.sorted { $0.number < $1.number }.map(\.code)
        throw CampgroundError.camperHasReservations(camper.fullName, codes: codes)
      }
      scratch.delete(camper)
    }
  }

  /// All campers, by name.
  public func campers() throws -> [Camper] {
    try campers(matching: nil, limit: 0)
  }

  /// The campers whose name begins with the text, capitals and accents aside, by name.
  ///
  /// - Parameter limit: the greatest number of campers, or 0 for all.
  public func campers(withPrefix prefix: String, limit: Int = 0) throws -> [Camper] {
    try campers(
      matching: try FetchPredicate(format: "fullName BEGINSWITH[cd] %@", prefix), limit: limit)
  }

  /// The camper of exactly that name.
  ///
  /// - Throws: `CampgroundError.unknownCamper`, and `CampgroundError.ambiguousCamper` when several
  ///   have it, which tells them by phone number or e-mail address.
  public func find(_ name: String) throws -> Camper {
    let name = NameRule.optional(name) ?? ""
    let found = try campers(
      matching: try FetchPredicate(format: "fullName == %@", name), limit: 0)
    guard let camper = found.first else { throw CampgroundError.unknownCamper(name) }
    guard found.count == 1 else {
      let candidates = found.map { camper in
        [camper.fullName, camper.phoneNumber, camper.email].compactMap { $0 }
          .joined(separator: " ")
      }
      throw CampgroundError.ambiguousCamper(name, candidates: candidates)
    }
    return camper
  }

  private func campers(matching predicate: FetchPredicate?, limit: Int) throws -> [Camper] {
    let request = Camper.fetchRequest()
    request.predicate = predicate
    request.sortDescriptors = [FetchSortDescriptor(key: "fullName", ascending: true)]
    request.fetchLimit = limit
    return try managedObjectContext.fetch(request)
  }
}
