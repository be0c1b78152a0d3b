import Foundation
import ObjectGraph

/// A scratch pad with nights of campsites that somebody else retires, or that retires campsites
/// which somebody else books; see `CampSiteService.retire(_:from:)`.
extension ScratchPad {
  /// Checks that the campsites are still let of which the pad takes nights, and takes away the
  /// notes of those who are about to retire one, so that they look again.
  ///
  /// - Throws: `CampgroundError.siteRetired`.
  func requireSitesLet() throws {
    let nights = managedObjectContext.insertedObjects.compactMap { $0 as? ReservationNight }
    let last = Dictionary(
      nights.compactMap { night in night.campSite.map { ($0.objectID, night.date) } },
      uniquingKeysWith: max
    ).filter { !$0.key.isTemporaryID }
    guard !last.isEmpty else { return }
    let store = storeStack.mainContext.makeChild()
    let request = CampSite.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "(isBeingRetired == YES OR retiredFrom != nil) AND SELF IN %@", Array(last.keys))
    for site in try store.fetch(request) {
      if let date = site.retirement, let night = last[site.objectID], night >= date {
        throw CampgroundError.siteRetired(site: site.name, from: date)
      }
      if site.isBeingRetired == true { site.isBeingRetired = nil }
    }
    // Whoever is faster has retired the campsite or withdrawn; the save of the pad notices it.
    if store.hasChanges { try? store.saveThrough() }
  }

  /// Runs the save of a pad, before which it is noted in the store which campsites the
  /// pad is about to retire, and checked that nobody has them. The notes are gone
  /// afterwards, also when it throws.
  ///
  /// - Throws: `CampgroundError.siteHasReservations`, and what the save throws.
  func announcingRetirements<Result>(_ save: () throws -> Result) throws -> Result {
    let announced = try announceRetirements()
    // What the save says matters; a note that stays does nothing.
    defer { try? withdrawRetirements(of: announced.noted) }
    try requireNoStays(on: announced.retired)
    return try save()
  }

  /// - Returns: the campsites that the pad retires, and those of them that nobody else had noted.
  private func announceRetirements() throws -> (retired: [CampSite], noted: [CampSite]) {
    let retired = try managedObjectContext.updatedObjects.compactMap { $0 as? CampSite }
      .filter { site in
        let former = try site.committedValues(forKeys: ["retiredFrom"])["retiredFrom"] as? Date
        return site.retiredFrom != nil && site.retiredFrom != former
      }
    guard !retired.isEmpty else { return ([], []) }
    let store = storeStack.mainContext.makeChild()
    // A note that is there already is as good.
    let noted = try retired.filter { try store.current($0).isBeingRetired != true }
    for site in noted { try store.current(site).isBeingRetired = true }
    if store.hasChanges { try store.saveThrough() }
    return (retired, noted)
  }

  /// Takes away the notes of a pad. Who relied on one announces it anew.
  private func withdrawRetirements(of noted: [CampSite]) throws {
    guard !noted.isEmpty else { return }
    let store = storeStack.mainContext.makeChild()
    for site in noted {
      let current = try store.current(site)
      if current.isBeingRetired == true { current.isBeingRetired = nil }
    }
    if store.hasChanges { try store.saveThrough() }
  }

  /// Checks that nobody has campsites that the pad retires. Holds are in the
  /// way: a pad may wait long.
  private func requireNoStays(on retired: [CampSite]) throws {
    for site in retired {
      guard let date = site.retirement else { continue }
      try CampSiteService.requireNoStays(
        on: site, from: date, now: .distantPast, in: managedObjectContext)
    }
  }

  /// Why a campsite cannot be retired of which somebody took nights while the pad was saved.
  func lateBooking(_ error: ObjectGraphError) throws -> CampgroundError? {
    let reports = error.mergeConflicts.filter { $0.retiresSite && $0.isAgreed }
    let sites = reports.compactMap {
      managedObjectContext.registeredObject(for: $0.objectID) as? CampSite
    }
    guard let site = sites.first else { return nil }
    do {
      try requireNoStays(on: sites)
    } catch let error as CampgroundError {
      return error
    }
    return .siteInDemand(site.name)
  }

  /// Why nights of a campsite cannot be taken that somebody else retired.
  func lateRetirement(_ conflicts: [EditConflict]) throws -> CampgroundError? {
    let store = storeStack.mainContext.makeChild()
    for case .changed(let report) in conflicts.map(\.cause)
    where report.isUntouchedSite {
      let site: CampSite = try store.existing(report.objectID)
      if let date = try store.current(site).retirement {
        return .siteRetired(site: site.name, from: date)
      }
    }
    return nil
  }
}

extension ConflictReport {
  /// Whether no choice about a campsite can lose anything.
  var isSettled: Bool { retiresSite ? isAnnounced : isAgreed || isHarmlessEditOfSite }

  /// Whether the object is a campsite that is retired here.
  var retiresSite: Bool {
    entityName == "CampSite" && kind == .changed
      && properties.contains { $0.name == "retiredFrom" && $0.isWritten && $0.written != .null }
  }

  /// Whether nothing was written to the campsite but that it is about to be retired.
  private var isAnnounced: Bool {
    let changes = properties.filter(\.isChangedInStore)
    return changes.map(\.name) == ["isBeingRetired"] && changes[0].stored == .boolean(true)
  }

  /// Whether the object is a campsite of which nothing was written here, but
  /// which nights were taken of.
  var isUntouchedSite: Bool {
    entityName == "CampSite" && !isDeletedHere && !isDeletedInStore
      && !properties.contains(where: \.isWritten)
  }

  /// Whether somebody else changed a campsite of which nights are taken here, and neither retired
  /// it nor is about to: that is no conflict.
  private var isHarmlessEditOfSite: Bool {
    isUntouchedSite
      && !properties.contains { property in
        switch property.name {
        case "retiredFrom": property.isChangedInStore
        case "isBeingRetired": property.stored == .boolean(true)
        default: false
        }
      }
  }
}
