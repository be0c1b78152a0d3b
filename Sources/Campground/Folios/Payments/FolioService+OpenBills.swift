import ObjectGraph

extension FolioService {
  /// The bills with a balance due or a credit, or with nights that no rate prices, the highest
  /// balance first and credits last.
  ///
  /// Agreed charges that are not yet posted count for reserved and in-house stays; drafts, holds
  /// and requests owe nothing yet. The store adds up the lines of all bills; beyond that, the cost
  /// depends on the number of open bills and of future stays.
  ///
  /// - Parameter whereabouts: only bills of guests in that situation; nil for all.
  public func openBills(_ whereabouts: OpenBill.Whereabouts? = nil) throws -> [OpenBill] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    var seen: Set<ManagedObjectID> = []
    var bills: [OpenBill] = []
    let current = try currentStays(at: campground)
    let folios = try unsettledFolios(at: campground) + current.compactMap(\.folio)
    for folio in folios where seen.insert(folio.objectID).inserted {
      bills.append(
        OpenBill(of: folio.stays, on: folio, try balance(of: folio), at: scope.clock.now))
    }
    for stay in current where stay.folio == nil {
      bills.append(OpenBill(of: [stay], on: nil, try balance(of: stay), at: scope.clock.now))
    }
    return
      bills
      .filter { $0.balance.due.amount != 0 || $0.unpricedNights > 0 }
      .filter { [nil, $0.whereabouts].contains(whereabouts) }
      .sorted { ($1.balance.due.amount, $0.code) < ($0.balance.due.amount, $1.code) }
  }

  func currentStays(at campground: Campground) throws -> [Reservation] {
    try managedObjectContext.fetch(
      Reservation.self, where: "campground == %@ AND status IN %@", campground,
      [ReservationStatus.reserved, .checkedIn].map(\.rawValue),
      prefetching: Reservation.keyPathsOfFacts + ["folio.group", "camper", "campSite"])
  }

  /// The folios whose lines do not add up to zero.
  func unsettledFolios(at campground: Campground) throws -> [Folio] {
    let request = FetchRequest<[String: any Sendable]>(entityName: "FolioEntry")
    request.predicate = try FetchPredicate(format: "folio.campground == %@", campground)
    let total = ExpressionDescription(
      name: "total",
      expression: FetchExpression(
        forFunction: "sum:", arguments: [FetchExpression(forKeyPath: "amountMinor")]),
      resultType: .integer64)
    request.propertiesToFetch = ["folio", total]
    request.propertiesToGroupBy = ["folio"]
    request.havingPredicate = try FetchPredicate(format: "total != 0")
    let ids = try managedObjectContext.fetch(request).compactMap {
      $0["folio"] as? ManagedObjectID
    }
    guard !ids.isEmpty else { return [] }
    return try managedObjectContext.fetch(
      Folio.self, where: "SELF IN %@", ids, prefetching: ["reservations", "payer", "group"])
  }
}
