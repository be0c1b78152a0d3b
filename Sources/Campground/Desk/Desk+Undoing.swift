import Foundation
import ObjectGraph

extension Desk {
  /// Undoes the last command that was saved at once, using its events and the ledger lines it
  /// wrote: all of it or nothing. The next call undoes the command before.
  ///
  /// Added objects are deleted; a booked stay is canceled; a check-in or check-out is undone; a
  /// canceled stay is reinstated; a moved or changed stay gets its former sites, dates and bill
  /// back, unless it has been changed again since; and ledger lines are reversed. Other changes and
  /// deletions are refused: undo never takes an earlier command in their place.
  ///
  /// - Returns: The name of the command, and a sentence for each thing that was undone.
  /// - Throws: `CampgroundError.nothingToUndo`; `.notUndone`, which says what cannot be undone and
  ///   why.
  public func undoLast() throws -> (name: String, done: [String]) {
    guard let work = doneWorks.last else {
      throw CampgroundError(
        .nothingToUndo, "there is nothing to undo in this session",
        fix: .advice(
          "undo only covers commands given since the shell was opened; \"reverse\" reverses older "
            + "lines of a bill"))
    }
    // An undo cannot be undone itself, and a failed one leaves its command to be undone.
    let known = doneWorks
    do {
      let done = try perform("undo: \(work.name)") { _ in
        try self.together { try self.undo(work) }
      }
      doneWorks = Array(known.dropLast())
      return (work.name, done)
    } catch let refusal as UndoRefusal {
      doneWorks = known
      throw CampgroundError(
        .notUndone, about: refusal.about, "\"\(work.name)\" cannot be undone: \(refusal.why)",
        fix: refusal.fix)
    } catch {
      doneWorks = known
      throw error
    }
  }

  /// Undoes a command in the running transaction.
  ///
  /// - Throws: `UndoRefusal`, also for an error of a service.
  func undo(_ work: DoneWork) throws -> [String] {
    do {
      return try Undoing(services, work).run()
    } catch let error as CampgroundError {
      throw UndoRefusal(about: error.about, why: "\(error)", fix: error.fix)
    }
  }
}

/// Why a command cannot be undone.
struct UndoRefusal: Error {
  var about: [CampgroundError.Subject] = []
  /// The reason as one sentence without a period.
  let why: String
  /// How to correct what the command did; nil where the reason says it all.
  let fix: CampgroundError.Fix?
}

/// Undoes one command.
@MainActor
private struct Undoing {
  private let services: Services
  private let context: ManagedObjectContext
  private let events: [Event]
  private let lines: [FolioEntry]
  private let added: [ManagedObject]
  private let changes: [AgreedChange]

  /// The reason recorded for the reversed lines.
  private static let reason = "undone"

  init(_ services: Services, _ work: DoneWork) throws {
    self.services = services
    let context = services.managedObjectContext
    self.context = context
    // The lines of an event that is only about money, and the total that follows from them, are
    // undone below.
    events = try work.events.map { try context.existing($0) as Event }.filter {
      $0.kind?.isOfMoney != true || $0.changes.contains { $0.property != "totalMinor" }
    }
    lines = try work.lines.map { try context.existing($0) }
    added = try work.added.map { try context.existing($0) }
    changes = work.changes
  }

  func run() throws -> [String] {
    var done: [String] = []
    let stays = Set(events.compactMap(\.reservation))
    // In reverse order, because a walk-in is checked in after it is booked.
    var former: [(event: Event, change: AgreedChange)] = []
    for event in events.reversed() {
      if let change = try changeOfStay(event) {
        former.append((event, change))
      } else if let stay = event.reservation {
        done.append(try undo(event, of: stay))
      } else if let site = try siteOfHousekeeping(event) {
        done.append(try undo(event, of: site))
      } else if event.kind != .added, event.posting == nil, !isOfCheckOut(event) {
        throw refusal(event)
      }
    }
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
      guard line.reversedBy == nil else { continue }
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

  // MARK: Stays

  /// Whether an event only marks the site of a check-out as dirty.
  private func isOfCheckOut(_ event: Event) -> Bool {
    event.noun == "site" && events.contains { $0.kind == .checkedOut }
      && event.changes.allSatisfy { $0.property == "readiness" }
  }

  /// The site of an event that only changes the housekeeping status; nil for any other event.
  private func siteOfHousekeeping(_ event: Event) throws -> CampSite? {
    guard event.noun == "site", !isOfCheckOut(event), !event.changes.isEmpty,
      event.changes.allSatisfy({ $0.property == "readiness" }), let name = event.name
    else { return nil }
    return try services.campSites.find(name)
  }

  private func undo(_ event: Event, of site: CampSite) throws -> String {
    let before = event.change(of: "readiness")?.before.flatMap(SiteReadiness.init(rawValue:))
    try services.housekeeping.mark([site], as: before)
    return "site \(site.name) is " + (before.map { "\($0.rawValue) again" } ?? "as it was")
  }

  /// What an event changed about the terms of a stay; nil if it did anything else.
  ///
  /// - Throws: `UndoRefusal` if the stay has been changed again since.
  private func changeOfStay(_ event: Event) throws -> AgreedChange? {
    let isChange =
      [.changed, .locked, .unlocked, .moved].contains(event.kind) || event.kind?.isOfMoney == true
    guard isChange, let stay = event.reservation,
      event.changes.allSatisfy({ AgreedStay.follows($0.property) }),
      let change = changes.first(where: { $0.stay == stay.objectID })
    else { return nil }
    guard try services.reservations.isAsLeft(by: change, stay) else {
      throw refused(
        "\(stay.code) was changed again since",
        event.change(of: "campSite")?.before.map { "\"move \(stay.code) to \($0)\" moves it back" }
          ?? Self.changeBack)
    }
    return change
  }

  private func undo(_ event: Event, of stay: Reservation) throws -> String {
    let (code, reservations) = (stay.code, services.reservations)
    switch event.kind {
    case .checkedIn:
      _ = try reservations.undoCheckIn(code)
      return "\(code) is reserved again, not checked in"
    case .checkedOut:
      _ = try reservations.undoCheckOut(code)
      return "\(code) is checked in again"
    case .canceled, .noShow:
      let change = try reservations.reinstate(code, overridingRules: true)
      return "\(code) is reserved again"
        + (change.isNextNoShow ? "; \"late \(code)\" keeps the night audit from ending it" : "")
    case .added, .reserved:
      guard stay.events.allSatisfy({ $0.number >= event.number }) else { throw refusal(event) }
      return try cancel(stay)
    default: throw refusal(event)
    }
  }

  /// Cancels a stay that was just booked.
  private func cancel(_ stay: Reservation) throws -> String {
    let change = try services.reservations.callOff(stay.code, reason: Self.reason)
    let kept = try change.balance.bill
    guard kept.amount == 0 else {
      throw refused(
        "canceling \(stay.code) keeps \(kept) under the cancellation policy",
        "\"cancel \(stay.code)\" does that")
    }
    let words = "\(stay.code) was canceled; its nights are free"
    // A group that the command booked goes along with its stays.
    guard let group = stay.group, !added.contains(group), stay.entries.isEmpty else { return words }
    _ = try services.reservations.leaveGroup(stay.code)
    return "\(words), and it is no longer in group \(group.name)"
  }

  // MARK: Money

  private func undo(_ line: FolioEntry) throws -> String {
    let start = "line \(line.lineNumber ?? 0), \(line.text)"
    if let sale = line.sale {
      _ = try services.sales.reverse(sale, reason: Self.reason)
      return "sale \(sale.code) is reversed"
    }
    if let former = lines.first(where: { $0.kind == .reversal && $0.posting === line.posting }),
      line.kind == .payment, let stay = former.reservation
    {
      _ = try services.folios.movePayment(line, to: stay, reason: Self.reason)
      return "the payment is on \(stay.code) again"
    }
    _ = try services.folios.reverse(line, reason: Self.reason)
    let amount = Money(line.amount.amount.magnitude, line.amount.currency)
    return "\(start), \(amount)\(line.reservation.map { " of \($0.code)" } ?? ""), is reversed"
  }

  // MARK: Added objects

  private func delete(_ object: ManagedObject) throws -> String {
    let phrase = ObjectLabel.phrase(for: object)
    switch object {
    case let camper as Camper: try services.campers.delete(camper)
    case let site as CampSite: try services.campSites.delete(site)
    case let siteClass as SiteClass: try services.siteClasses.delete(siteClass)
    case let block as SiteBlock: try services.siteBlocks.delete(block)
    case let group as ReservationGroup: try services.reservations.dissolve(group)
    case let rule as CampgroundRule: try services.rates.delete(rule)
    case let voucher as Voucher: try services.folios.withdraw(voucher)
    case let reading as MeterReading:
      let words = "reading \(reading.value) of \(phrase)"
      try services.folios.withdraw(reading)
      return "\(words) is deleted"
    case let entry as WaitlistEntry:
      try services.waitlist.withdraw(entry.code)
      return "\(entry.code) is off the waitlist"
    default: throw refused("undo does not delete \(phrase)", "it can stay, and be edited")
    }
    return "\(phrase) is deleted"
  }

  // MARK: Refusing

  /// Why an event cannot be undone.
  private func refusal(_ event: Event) -> UndoRefusal {
    if let day = event.change(of: "closedThrough")?.after {
      return refused("it closed \(day)", "\"day reopen \(day)\" takes the closing back")
    }
    return refusalOfChange(event)
  }

  private func refusalOfChange(_ event: Event) -> UndoRefusal {
    event.kind == .deleted
      ? refused(
        "undo does not bring back \(event.label)", "\"audit\" shows what it was; add it again")
      : refused("undo does not change \(event.label) back", Self.changeBack)
  }

  private static let changeBack = "\"audit\" shows the old value; the same command changes it back"

  private func refused(_ why: String, _ advice: String?) -> UndoRefusal {
    UndoRefusal(why: why, fix: advice.map { .advice($0) })
  }
}
