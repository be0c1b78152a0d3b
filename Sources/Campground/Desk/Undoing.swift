import ObjectGraph

/// Undoes one command.
@MainActor
struct Undoing {
  let services: Services
  let context: ManagedObjectContext
  let events: [Event]
  let lines: [FolioEntry]
  let added: [ManagedObject]
  let changes: [AgreedChange]
  let edits: [EditedObject]

  /// The reason recorded for the reversed lines.
  static let reason = "undone"

  init(_ services: Services, _ work: DoneWork) throws {
    self.services = services
    let context = services.managedObjectContext
    self.context = context
    let changed = Set(work.changes.map(\.stay))
    let added = try work.added.map { try context.existing($0) as ManagedObject }
    let hasTaxes = added.contains { $0 is Tax } || work.edits.contains { $0.noun == Tax.noun }
    events = try work.events.map { try context.existing($0) as Event }.filter {
      !Self.follows($0, changed, fromTaxes: hasTaxes)
    }
    lines = try work.lines.map { try context.existing($0) }
    self.added = added
    changes = work.changes
    edits = work.edits
  }

  /// Whether an event needs no undoing of its own: it is only about money, which its lines undo with
  /// the total of the stay, or only a tax changed that total.
  private static func follows(
    _ event: Event, _ changed: Set<ManagedObjectID>, fromTaxes hasTaxes: Bool
  ) -> Bool {
    guard event.changes.allSatisfy({ $0.property == "totalMinor" }) else { return false }
    if event.kind?.isOfMoney == true { return true }
    guard hasTaxes, event.kind == .changed, let stay = event.reservation else { return false }
    return !changed.contains(stay.objectID)
  }

  func run() throws -> [String] {
    var done: [String] = []
    let stays = Set(events.compactMap(\.reservation))
    // In reverse order, because a walk-in is checked in after it is booked.
    var former: [(event: Event, change: AgreedChange)] = []
    var edited: [(event: Event, edit: EditedObject)] = []
    for event in events.reversed() {
      if let change = try changeOfStay(event) {
        former.append((event, change))
      } else if let stay = event.reservation {
        done.append(try undo(event, of: stay))
      } else if let site = try siteOfHousekeeping(event) {
        done.append(try undo(event, of: site))
      } else if let edit = edit(of: event) {
        edited.append((event, edit))
      } else if event.kind != .added, event.posting == nil, !isOfCheckOut(event),
        !isOfSale(event)
      {
        throw refusal(event)
      }
    }
    // A campsite is as it was before stays return to it.
    try services.putBack(edited)
    done += edited.map { "\($0.event.label) is as it was" }
    done += try putBack(former)
    // The lines of a change to a stay have already been reversed with it.
    for line in lines where line.reservation.map(stays.contains) != true && line.taxes == nil {
      guard line.kind != .reversal else {
        // A payment that was moved is moved back.
        guard lines.contains(where: { $0.kind == .payment && $0.posting === line.posting }) else {
          throw refused("a reversal cannot be reversed", "post the line again")
        }
        continue
      }
      guard line.reversedBy == nil, try !follows(line) else { continue }
      done.append(try undo(line))
    }
    for object in added {
      if let camper = object as? Camper, isKept(camper, by: stays) {
        done.append("\(camper.fullName) stays in the list of campers")
      } else if isOfLine(object) {
        continue
      } else if let group = object as? ReservationGroup {
        done.append(try undo(group, bookedFor: stays))
      } else {
        done.append(try delete(object))
      }
    }
    guard !done.isEmpty else {
      throw refused(
        "undo does not cover what it changed",
        "correct it by a command of its own; what was done before it stays as it is")
    }
    return done
  }

  /// Restores what was agreed for stays before the command.
  ///
  /// - Throws: `UndoRefusal` if a stay would change its bill and has lines on the
  ///   present one.
  private func putBack(_ former: [(event: Event, change: AgreedChange)]) throws -> [String] {
    do {
      let back = try services.reservations.putBack(former.map(\.change))
      return zip(former, back).map { former, change in
        let hasOtherGuest = change.before?.guest != change.after.guest
        let words =
          [hasOtherGuest ? change.after.guest : nil, "\(change.after)"]
          + Self.words(for: former.change, former.event)
        let payer = hasOtherGuest ? change.after.otherPayer : nil
        return "\(change.code) is as it was: \(words.compactMap { $0 }.joined(separator: " · "))"
          + (payer.map { "; the bill stays with \($0)" } ?? "")
      }
    } catch let error as CampgroundError where error.code == .hasLines {
      throw refused("\(error)", nil)
    }
  }

  /// What was undone of a stay's guarantee and group, which its site, dates and price do not show.
  private static func words(for change: AgreedChange, _ event: Event) -> [String] {
    let (former, undone) = (change.before, change.after)
    let zone = event.reservation?.campground?.timeZone ?? .gmt
    func words<Value: Equatable>(
      _ former: Value?, _ undone: Value?, _ text: (Value) -> String
    ) -> String? {
      guard former != undone else { return nil }
      return former.map { "\(text($0)) again" } ?? undone.map { "no longer \(text($0))" }
    }
    let group = event.change(of: "group")
    return [
      words(former.isGuaranteed ? true : nil, undone.isGuaranteed ? true : nil) { _ in
        "guaranteed"
      },
      words(former.expectedAt, undone.expectedAt) { "expected at \(WallTime($0, in: zone))" },
      words(group?.before, group?.after) { "in group \($0)" },
    ].compactMap { $0 }
  }

  /// Deletes a group that the command booked, unless there are lines on its bill.
  ///
  /// - Throws: `UndoRefusal` if other stays are in the group by now.
  private func undo(_ group: ReservationGroup, bookedFor stays: Set<Reservation>) throws -> String {
    let others = group.reservations.subtracting(stays).map(\.code).sorted()
    guard others.isEmpty else {
      throw refused(
        "group \(group.name) now has other stays: \(others.listed())",
        "\"cancel\" cancels single stays")
    }
    guard try group.bill.entries.isEmpty else {
      return "group \(group.name) remains, with its bill"
    }
    return try delete(group)
  }

  /// Whether a camper added by the command is still named by the stays that it booked: those are
  /// canceled, but keep the name of the guest.
  private func isKept(_ camper: Camper, by stays: Set<Reservation>) -> Bool {
    !camper.reservations.isEmpty && camper.reservations.isSubset(of: stays)
  }

  /// Whether an object was undone with the ledger line that it belongs to: a reading with its
  /// charge, a voucher with the credit that it was issued for.
  private func isOfLine(_ object: ManagedObject) -> Bool {
    switch object {
    case let reading as MeterReading: reading.entry != nil
    case let voucher as Voucher: voucher.entries.contains { lines.contains($0) }
    default: false
    }
  }

  // MARK: Refusing

  /// Why an event cannot be undone.
  func refusal(_ event: Event) -> UndoRefusal {
    if let day = event.change(of: "closedThrough")?.after {
      return refused("it closed \(day)", "\"day reopen \(day)\" takes the closing back")
    }
    return refusalOfChange(event)
  }

  func refusalOfChange(_ event: Event) -> UndoRefusal {
    event.kind == .deleted
      ? refused(
        "undo does not bring back \(event.label)", "\"audit\" shows what it was; add it again")
      : refused("undo does not change \(event.label) back", Self.changeBack)
  }

  static let changeBack = "\"audit\" shows the old value; the same command changes it back"

  func refused(_ why: String, _ advice: String?) -> UndoRefusal {
    UndoRefusal(why: why, fix: advice.map { .advice($0) })
  }
}
