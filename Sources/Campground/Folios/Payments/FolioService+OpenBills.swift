import ObjectGraph

extension FolioService {
  /// Who owes and who has a credit: the bills that do not stand at zero, what is due most first,
  /// credits last.
  ///
  /// What was agreed and is not posted counts for those who are reserved or here; drafts, holds and
  /// requests owe nothing yet. The store adds the lines of all bills up; the cost beyond that is by
  /// the bills that are open and the stays that are to come.
  ///
  /// - Parameter whereabouts: only the bills of guests who are there; nil for all.
  public func openBills(_ whereabouts: OpenBill.Whereabouts? = nil) throws -> [OpenBill] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    var seen: Set<ManagedObjectID> = []
    var bills: [OpenBill] = []
    let current = try currentStays(at: campground)
    let folios = try unsettledFolios(at: campground) + current.compactMap(\.folio)
    for folio in folios where seen.insert(folio.objectID).inserted {
      bills.append(OpenBill(of: folio.stays, on: folio, try balance(of: folio)))
    }
    for stay in current where stay.folio == nil {
      bills.append(OpenBill(of: [stay], on: nil, try balance(of: stay)))
    }
    return
      bills
      .filter { $0.balance.due.amount != 0 && [nil, $0.whereabouts].contains(whereabouts) }
      .sorted { ($1.balance.due.amount, $0.code) < ($0.balance.due.amount, $1.code) }
  }

  func currentStays(at campground: Campground) throws -> [Reservation] {
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND status IN %@", campground,
      [ReservationStatus.reserved, .checkedIn].map(\.rawValue))
    request.relationshipKeyPathsForPrefetching =
      Reservation.keyPathsOfFacts + ["folio.group", "camper", "campSite"]
    return try managedObjectContext.fetch(request)
  }

  /// The bills whose lines do not add up to nothing.
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
    let folios = Folio.fetchRequest()
    folios.predicate = try FetchPredicate(format: "SELF IN %@", ids)
    folios.relationshipKeyPathsForPrefetching = ["reservations", "payer", "group"]
    return try managedObjectContext.fetch(folios)
  }
}
