import Foundation
import ObjectGraph

/// Records, just before a save, who changes what.
///
/// Every save of a service passes through here, so no command can be left out. The event that a
/// service has recorded for a stay receives the differences found; every other object gets an event
/// of its own: added, changed or deleted. A posting gets one for each stay that it is about.
struct AuditTrail {
  /// The change to one object.
  typealias Change = (object: any Audited, kind: Event.Kind, differences: [AuditDifference])

  let context: ManagedObjectContext
  let author: Author
  let now: Date
  /// The campground for changes to objects that belong to none, or no longer do.
  let here: () throws -> Campground?

  /// Records what the context is about to save.
  ///
  /// - Returns: The changes recorded, and the events by the object that they are about.
  func write() throws -> (changes: [Change], events: [ManagedObjectID: Event]) {
    var found: [Change] = []
    var noted: [ManagedObjectID: Event] = [:]
    var setAside: [OverriddenRule] = []
    for object in context.insertedObjects {
      if let event = object as? Event {
        // Mail changes nothing about a stay.
        if let stay = event.reservation, event.kind != .sent { noted[stay.objectID] = event }
      } else if let rule = object as? OverriddenRule {
        setAside.append(rule)
      } else if let object = object as? any Audited, !Self.isFormer(object),
        !Self.isOfLine(object)
      {
        found.append((object, .added, []))
      }
    }
    for case let object as any Audited in context.updatedObjects {
      if try Self.ends(object) {
        found.append((object, .deleted, []))
        continue
      }
      let changes = try AuditDifference.differences(of: object)
      if !changes.isEmpty { found.append((object, .changed, changes)) }
    }
    for (whole, difference) in try AuditedParts(in: context).differences {
      if let index = found.firstIndex(where: { $0.object === whole }) {
        if found[index].kind == .changed { found[index].differences.append(difference) }
      } else {
        found.append((whole, .changed, [difference]))
      }
    }
    for case let object as any Audited in context.deletedObjects where !Self.isFormer(object) {
      found.append((object, .deleted, []))
    }
    try addWholes(to: &found)
    // Sorted, so that the order does not vary from run to run.
    let keyed = found.map { ("\($0.object.entity.name ?? "") \(Self.name(of: $0.object))", $0) }
    var events: [ManagedObjectID: Event] = [:]
    for (_, each) in keyed.sorted(by: { $0.0 < $1.0 }) {
      let id = each.object.objectID
      let event = try noted.removeValue(forKey: id) ?? event(each.kind, of: each.object)
      event.add(each.differences)
      events[id] = event
    }
    try writePostings(beside: events)
    for rule in setAside { rule.event = rule.reservation.flatMap { events[$0.objectID] } }
    // A stay that was moved and moved back has no differences.
    for event in noted.values { context.delete(event) }
    return (found, events)
  }

  /// Adds the objects of which only parts change, in ways that no difference tells.
  private func addWholes(to found: inout [Change]) throws {
    var known = Set(found.map(\.object.objectID))
    let changed = context.insertedObjects.union(context.updatedObjects)
      .union(context.deletedObjects)
    for object in changed where !(object is any Audited) && ImageTaker.isKept(object) {
      guard ImageTaker.isChanged(object),
        let whole = try ImageTaker.whole(of: object) as? any Audited, whole !== object,
        !whole.isInserted, !whole.isDeleted, !Self.isFormer(whole),
        known.insert(whole.objectID).inserted
      else { continue }
      found.append((whole, .changed, []))
    }
  }

  private func event(_ kind: Event.Kind, of object: any Audited) throws -> Event {
    let event = Event(kind, at: try object.auditedAt ?? here(), now, by: author, in: context)
    if let reservation = object as? Reservation, kind != .deleted {
      event.tell(of: reservation)
    } else {
      event.noun = Self.noun(of: object)
      event.name = Self.name(of: object)
    }
    return event
  }

  // MARK: Labels of events

  /// Whether an object is a former version of a rule.
  private static func isFormer(_ object: any Audited) -> Bool {
    (object as? VersionedRule)?.isInForce == false
  }

  /// Whether the event of a posting tells of an added object.
  private static func isOfLine(_ object: any Audited) -> Bool {
    switch object {
    case let reading as MeterReading: reading.entry != nil
    case let voucher as Voucher: !voucher.entries.isEmpty
    default: false
    }
  }

  /// Whether the save ends a version of a rule.
  private static func ends(_ object: any Audited) throws -> Bool {
    guard isFormer(object) else { return false }
    return try object.committedValues(forKeys: ["endRevision"])["endRevision"] as? Int64 == .max
  }

  static func noun(of object: any Audited) -> String {
    switch object {
    case is CampSite: "site"
    case let rule as CampgroundRule: type(of: rule).noun
    default: ObjectLabel.noun(ofEntity: object.entity.name ?? "")
    }
  }

  static func name(of object: any Audited) -> String {
    // The entry has no code before the save.
    if let entry = object as? WaitlistEntry, entry.isInserted {
      return "of \(entry.camper?.fullName ?? "a camper")"
    }
    if let block = object as? SiteBlock {
      let words = ObjectLabel.phrase(for: block)
      return words.replacingOccurrences(of: "the block on ", with: "")
    }
    return ObjectLabel.text(of: object)
  }
}

extension Event {
  /// Makes an event dated now; the caller says what it concerns.
  convenience init(
    _ kind: Kind, at campground: Campground?, _ now: Date, by author: Author,
    in context: ManagedObjectContext
  ) {
    self.init(context: context)
    self.kind = kind
    happenedAt = now
    date = campground?.businessDay(at: now) ?? CalendarDate(now, in: .current)
    who = author.name
    command = author.command
    if let campground, !campground.isDeleted, !campground.isInserted {
      self.campground = campground
    }
  }

  /// Makes the event concern a stay.
  func tell(of stay: Reservation) {
    noun = ObjectLabel.noun(ofEntity: "Reservation")
    reservation = stay
  }

  /// Makes the event tell of a message that was sent.
  func tell(of message: Message) {
    if let stay = message.reservation { tell(of: stay) } else { tell(ofPaperOf: message) }
    add(
      [
        AuditDifference("message", from: nil, to: "\(message.code) \(message.kindWord)"),
        AuditDifference("recipient", from: nil, to: message.recipient),
      ].compactMap { $0 })
  }

  private func tell(ofPaperOf message: Message) {
    (noun, name) = (message.kindWord, message.camper?.fullName ?? message.subject)
  }

  /// Makes the event concern the housekeeping status of a campsite, even where the stored value
  /// does not change.
  func tellOfHousekeeping(of site: CampSite, _ before: SiteReadiness?, _ after: SiteReadiness?) {
    (noun, name) = (AuditTrail.noun(of: site), AuditTrail.name(of: site))
    add(
      [AuditDifference("readiness", from: before?.rawValue, to: after?.rawValue)].compactMap { $0 })
  }

  /// Adds the values before and after.
  fileprivate func add(_ differences: [AuditDifference]) {
    guard let context = managedObjectContext else { return }
    for difference in differences {
      let change = EventChange(context: context)
      change.property = difference.property
      change.before = difference.before
      change.after = difference.after
      change.event = self
    }
  }
}

extension EventChange {
  /// The date that a property had before; nil where it had none.
  var dateBefore: CalendarDate? { before.flatMap { CalendarDate($0) } }
}
