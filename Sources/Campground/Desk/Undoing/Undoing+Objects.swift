import ObjectGraph

/// Undoing the objects that a command added.
extension Undoing {
  /// Deletes an added object; nil where it was undone with its ledger line or with its stay.
  ///
  /// - Parameter stays: the stays that the command booked.
  func delete(_ object: ManagedObject, bookedFor stays: Set<Reservation>) throws -> String? {
    let phrase = ObjectLabel.phrase(for: object)
    switch object {
    case let campground as Campground: try delete(campground)
    case let camper as Camper:
      // Canceled stays keep the name of the guest.
      if !camper.reservations.isEmpty, camper.reservations.isSubset(of: stays) {
        return "\(camper.fullName) stays in the list of campers"
      }
      try services.campers.delete(camper)
    case let site as CampSite: try services.campSites.delete(site)
    case let siteClass as SiteClass: try services.siteClasses.delete(siteClass)
    case let block as SiteBlock: try services.siteBlocks.delete(block)
    case let group as ReservationGroup: return try dissolve(group, bookedFor: stays)
    case let rule as CampgroundRule: try services.rates.delete(rule)
    case let rate as MeterRate:
      throw refused(
        "undo does not delete \(phrase)",
        "\"meter rate \(rate.kind.rawValue) 0 unit \(rate.unit)\" charges nothing")
    case let feed as CalendarFeed: try services.feeds.delete(feed)
    case let account as LedgerAccount:
      _ = try services.accounts.resetAccount(of: account.use, for: account.subject)
    case let voucher as Voucher:
      // The credit that it was issued for is reversed.
      if voucher.entries.contains(where: { lines.contains($0) }) { return nil }
      try services.folios.withdraw(voucher)
    case let reading as MeterReading:
      if reading.entry != nil { return nil }
      let words = "reading \(reading.value) of \(phrase)"
      try services.folios.withdraw(reading)
      return "\(words) is deleted"
    case let entry as WaitlistEntry:
      try services.waitlist.withdraw(entry.code)
      return "\(entry.code) is off the waitlist"
    // Offers and series go with their stays, details with their site.
    case is Offer, is StaySeries, is FactOfStay, is SiteDetail, is CancellationStep, is Wish,
      is EmployeePicture, is CampgroundLogo:
      return nil
    default: throw refused("undo does not delete \(phrase)", "it can stay, and be edited")
    }
    return "\(phrase) is deleted"
  }

  /// Deletes a campground that nothing else was done at.
  ///
  /// - Throws: `UndoRefusal` naming the last command there.
  private func delete(_ campground: Campground) throws {
    guard let first = events.first?.firstEvent else { return }
    let later = try context.fetch(
      FetchRequest<Event>(
        where: "campground == %@ AND number > %@ AND undoneBy == nil", campground, first.number,
        by: ["-number"])
    ).first { $0.firstEvent?.kind?.isUndoing != true && restoration.isLater($0, than: first) }
    if let later {
      throw refused(
        "campground \(campground.name) has been used since by \(later.citation)",
        "\"campground edit\" changes its name and its settings")
    }
    try services.scope.change { scratch in scratch.delete(try scratch.current(campground)) }
  }

  /// Deletes a group that the command booked, unless there are lines on its bill.
  ///
  /// - Throws: `UndoRefusal` if other stays are in the group by now.
  private func dissolve(
    _ group: ReservationGroup, bookedFor stays: Set<Reservation>
  ) throws -> String {
    let others = group.reservations.subtracting(stays).map(\.code).sorted()
    guard others.isEmpty else {
      throw refused(
        "group \(group.name) now has other stays: \(others.listed())",
        "\"cancel\" cancels single stays")
    }
    guard try group.bill.entries.isEmpty else {
      return "group \(group.name) remains, with its bill"
    }
    let phrase = ObjectLabel.phrase(for: group)
    try services.reservations.dissolve(group)
    return "\(phrase) is deleted"
  }
}
