import ObjectGraph

/// Undoing what events changed about objects other than stays.
extension Services {
  /// Gives objects the values from before events, and restores deleted ones: all or none.
  ///
  /// Names, and how and when a campsite can be booked, are checked as when they are edited.
  ///
  /// - Parameter events: the latest first.
  /// - Returns: A sentence for each event.
  /// - Throws: `UndoRefusal` where an object has changed since; `CampgroundError.nameTaken`,
  ///   `.gone` and, for a campsite whose stays or class stand in the way, `.inUse`, `.unfit` or
  ///   `.refused`; `.siteTaken` for the nights of a closure.
  func putBack(_ events: [Event]) throws -> [String] {
    try scope.change { scratch in
      let events = try events.map { try scratch.current($0) }
      let restoration = Restoration(in: scratch, undoing: events, at: scope.clock.now)
      var sites: [ManagedObjectID: Bool] = [:]
      for event in events {
        try restoration.requireAsLeft(by: event)
        for case let site as CampSite in try restoration.objects(of: event, .changed) {
          if sites[site.objectID] == nil { sites[site.objectID] = site.siteType == .dayUse }
          if try event.changesValue("siteClass") { try campSites.requireNoFloatingStays(on: site) }
        }
      }
      try restoration.putBack(events)
      for event in events {
        for object in try restoration.objects(of: event, .changed, .deleted) {
          if let site = object as? CampSite, let wasByDay = sites[site.objectID] {
            try check(site, after: event, wasByDay: wasByDay, in: scratch)
          }
          if let block = object as? SiteBlock { try occupy(block, in: scratch) }
          let isNamed = try event.changesValue("name")
          if isNamed, let audited = object as? any Audited {
            try requireOnlyOne(audited, in: scratch)
          }
        }
        event.isTakenBack = true
      }
      return events.map {
        $0.kind == .deleted ? "\($0.label) is back" : "\($0.label) is as it was"
      }
    }
  }

  private func check(
    _ site: CampSite, after event: Event, wasByDay: Bool, in scratch: ManagedObjectContext
  ) throws {
    try campSites.requireLetAsBefore(site, byDay: wasByDay, in: scratch)
    try campSites.requireLetAsClass(site)
    if try event.changesValue("retiredFrom"), site.retirement != nil {
      try campSites.requireNoOpenStays(of: site, in: scratch)
    }
  }

  /// Gives a closure the nights of its dates.
  private func occupy(_ block: SiteBlock, in scratch: ManagedObjectContext) throws {
    guard let site = block.campSite, let dates = block.dates else { return }
    for night in block.nights where !dates.contains(night: night.date) { scratch.delete(night) }
    let book = StayBook(scope, in: scratch)
    try NightLedger.occupy(
      dates, by: block, on: site, now: book.now, in: scratch, ending: { book.end($0) })
  }

  /// Checks that no other object has taken the former name of one.
  private func requireOnlyOne(_ object: any Audited, in scratch: ManagedObjectContext) throws {
    // The name of a campground is unique in the store, which its save checks.
    guard object is any AuditedPart, let entity = object.entity.name,
      let campground = object.auditedAt, let name = try object.value(forKey: "name") as? String
    else { return }
    let request = FetchRequest<ManagedObject>(entityName: entity)
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND name == %@", campground, name)
    let others = try scratch.fetch(request).filter {
      $0 !== object && ($0 as? VersionedRule)?.isInForce != false
    }
    try refuse(
      unless: others.isEmpty, .nameTaken, about: [.named(entity, name)],
      "there is another \(ObjectLabel.phrase(for: object)) by now",
      fix: .advice("rename that one first"))
  }
}

extension Event {
  /// Whether it changed a value, or deleted an object that had it.
  fileprivate func changesValue(_ key: String) throws -> Bool {
    try images.contains { try $0.valuesBefore()[key] != nil }
  }
}

extension Restoration {
  /// The objects that an event changed or deleted, as they are now.
  fileprivate func objects(
    of event: Event, _ kinds: EventImage.Kind...
  ) throws -> [ManagedObject] {
    try event.images.filter { $0.kind.map(kinds.contains) == true }
      .compactMap { try find($0.rowName) }
  }
}
