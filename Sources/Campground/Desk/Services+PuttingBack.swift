import ObjectGraph

/// Putting back what a command changed about objects other than stays.
extension Services {
  /// Gives objects the values from before a command, all of them or none.
  ///
  /// Names, and how and when a campsite can be booked, are checked as when they are edited.
  ///
  /// - Parameter edits: the changes with their events.
  /// - Throws: `UndoRefusal` where an object has changed since; `CampgroundError.nameTaken`, `.gone`
  ///   and, for a campsite with stays, `.siteLetOtherwise`, `.floatsOnSite`, `.letOtherwise`,
  ///   `.siteHasReservations`, `.siteHasNights`.
  func putBack(_ edits: [(event: Event, edit: EditedObject)]) throws {
    guard !edits.isEmpty else { return }
    try scope.change { scratch in
      for (event, edit) in edits {
        let object: ManagedObject = try scratch.existing(edit.object)
        guard try edit.isAsLeft(object) else { throw try changedSince(event, object, in: scratch) }
        if let site = object as? CampSite {
          try putBack(site, edit, in: scratch)
        } else {
          try edit.putBack(object, in: scratch)
        }
        if let rule = object as? CampgroundRule, edit.before["name"] != nil {
          try requireOnlyOne(named: rule.name, rule, in: scratch)
        }
      }
    }
  }

  private func putBack(
    _ site: CampSite, _ edit: EditedObject, in scratch: ManagedObjectContext
  ) throws {
    let wasByDay = site.siteType == .dayUse
    if edit.before["siteClass"] != nil { try campSites.requireNoFloatingStays(on: site) }
    try edit.putBack(site, in: scratch)
    try campSites.requireLetAsBefore(site, byDay: wasByDay, in: scratch)
    try campSites.requireLetAsClass(site)
    if edit.before["retiredFrom"] != nil, site.retirement != nil {
      try campSites.requireNoOpenStays(of: site, in: scratch)
    }
    if edit.before["name"] != nil { try requireOnlyOne(named: site.name, site, in: scratch) }
  }

  /// Checks that no other object has taken the former name of one.
  private func requireOnlyOne(
    named name: String, _ object: ManagedObject, in scratch: ManagedObjectContext
  ) throws {
    guard let entity = object.entity.name, let campground = (object as? any Audited)?.auditedAt
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

  private func changedSince(
    _ event: Event, _ object: ManagedObject, in scratch: ManagedObjectContext
  ) throws -> UndoRefusal {
    let name = (object as? any Audited).map(AuditTrail.name(of:))
    let later = try scratch.fetch(
      FetchRequest<Event>(
        where: "noun == %@ AND name == %@ AND number > %@", event.noun, name ?? event.name,
        event.number, by: ["-number"], limit: 1)
    ).first
    let who = later?.who.map { " (\($0))" } ?? ""
    return UndoRefusal(
      why: "\(event.label) was changed since"
        + (later?.command.map { " by \"\($0)\"\(who)" } ?? ""),
      fix: .advice("\"audit\" shows the old value; the same command changes it back"))
  }
}
