import ObjectGraph

/// Undoes one command in the running transaction: all of it, or it throws.
@MainActor
struct Undoing {
  let services: Services
  let context: ManagedObjectContext
  /// Its events that are not undone yet, the latest first.
  let events: [Event]
  /// The ledger lines that were written by hand, in order.
  let lines: [FolioEntry]

  /// Finds the objects of images.
  let restoration: Restoration

  /// The reason recorded for the reversed lines.
  static let reason = "undone"

  /// - Parameter first: the first event of the command.
  init(_ services: Services, _ first: Event) {
    self.services = services
    context = services.managedObjectContext
    events = first.commandEvents.filter { $0.undoneBy == nil }.sorted { $0.number > $1.number }
    restoration = Restoration(in: context, undoing: events, at: services.scope.clock.now)
    var known: Set<Posting> = []
    lines = events.reversed().compactMap(\.posting).filter { known.insert($0).inserted }
      .flatMap(\.entries).filter(\.isByHand).sorted { $0.comesBefore($1) }
  }

  /// - Returns: A sentence for each thing that was undone.
  func run() throws -> [String] {
    try requireOpenDays()
    let stays = Set(bookings.compactMap(\.reservation))
    var done = try undoLines()
    // A campsite is as it was before stays return to it.
    done += try putBackOthers()
    let changes = changedStays
    // A walk-in is checked in by the command that booked it, and is canceled in the end.
    _ = try putBack(changes.filter { $0.reservation.map(stays.contains) == true })
    for event in bookings {
      if let stay = event.reservation { done += [try cancel(stay, bookedBy: event)] }
    }
    // Then stays that made room for it move back.
    done += try putBack(changes.filter { $0.reservation.map(stays.contains) == false })
    for object in try addedObjects() {
      if let words = try delete(object, bookedFor: stays) { done.append(words) }
    }
    return done
  }

  private func requireOpenDays() throws {
    if events.allSatisfy({ $0.kind == .sent }) {
      throw refused("sent mail cannot be recalled", nil)
    }
    for event in events {
      let campground = try event.campground.map { try Ledger.current($0, in: context) }
      if let refusal = UndoRefusal(ofClosedDay: event, at: campground) { throw refusal }
      if let day = event.change(of: "closedThrough") {
        throw day.after.map { day in
          refused("it closed \(day)", "\"day reopen \(day)\" takes the closing back")
        } ?? refused("it reopened \(day.before ?? "a day")", "\"day close\" closes it again")
      }
    }
  }

  func refused(_ why: String, _ advice: String?) -> UndoRefusal {
    UndoRefusal(why: why, fix: advice.map { .advice($0) })
  }

  // MARK: What the events did

  /// The bookings, the latest first.
  private var bookings: [Event] {
    events.filter { event in
      event.reservation != nil
        && event.images.contains { $0.kind == .added && $0.entityName == "Reservation" }
    }
  }

  /// Whether an event is undone by reversing its lines alone.
  private func isOfLines(_ event: Event) -> Bool {
    event.kind?.isOfMoney == true && event.kind != .reversed
      || event.noun == Item.noun && event.changes.allSatisfy { $0.property == "stock" }
        && lines.contains { $0.sale?.item?.name == event.name }
  }

  // MARK: Stays and other objects

  /// The events that changed stays, the latest first.
  private var changedStays: [Event] {
    let booked = bookings
    return events.filter { event in
      event.reservation != nil && !isOfLines(event) && !booked.contains(event)
        && !event.images.isEmpty
    }
  }

  private func putBack(_ changed: [Event]) throws -> [String] {
    guard !changed.isEmpty else { return [] }
    return try zip(services.reservations.undo(changed), changed.reservations).map { change, stay in
      Self.words(for: change, changed.filter { $0.reservation === stay })
    }
  }

  private func putBackOthers() throws -> [String] {
    let changed = events.filter { event in
      event.reservation == nil && !isOfLines(event)
        && (event.kind == .changed || event.kind == .deleted)
    }
    guard !changed.isEmpty else { return [] }
    // That a check-out leaves a site dirty goes without saying.
    let isCheckOut = events.contains { $0.kind == .checkedOut }
    return try zip(changed, services.putBack(changed)).filter { event, _ in
      !isCheckOut || event.changes.contains { $0.property != "readiness" }
    }.map(\.1)
  }

  /// The objects that the command added and that stand for themselves, so that what needs another
  /// one comes before it.
  ///
  /// - Throws: `UndoRefusal` where one was deleted since.
  private func addedObjects() throws -> [ManagedObject] {
    let objects = try events.flatMap { event in
      try event.images.filter { $0.kind == .added && $0.entityName != "Reservation" }
        .sorted { $0.primaryKey > $1.primaryKey }.compactMap { image in
          if let object = try restoration.find(image.rowName) { return object }
          guard let later = try restoration.later(event, image) else { return nil }
          throw restoration.changedSince(event, by: later)
        }
    }
    let ranked = objects.enumerated().map { (Self.rank(of: $1), $0, $1) }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private static func rank(of object: ManagedObject) -> Int {
    switch object {
    case is Campground: 4
    case is SiteClass, is Season: 3
    case is CampSite, is Camper: 2
    case is CampgroundRule: 1
    default: 0
    }
  }
}

extension [Event] {
  /// The stays that they are about, each once, in order.
  fileprivate var reservations: [Reservation] {
    var known: Set<Reservation> = []
    return compactMap(\.reservation).filter { known.insert($0).inserted }
  }
}
