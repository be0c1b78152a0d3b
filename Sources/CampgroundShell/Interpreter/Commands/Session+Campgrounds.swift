import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about campgrounds.
extension Session {
  func use(_ command: ParsedCommand) throws -> Answer {
    let campground = try campground(command)
    desk.use(campground)
    return .message("Now at \(campground.name)", record: record(of: campground))
  }

  /// Goes to the campground that the command line names.
  ///
  /// - Throws: a diagnostic with status 64 where there is none of that name.
  package func use(campground name: String) throws(Diagnostic) {
    do {
      desk.use(try campgrounds.find(name))
    } catch let error as CampgroundError where error.code == .unknown {
      let known = error.knownNames
      throw Diagnostic(
        "there is no campground \"\(name)\"",
        hint: Suggestion.hint(for: name, in: known)
          ?? (known.isEmpty
            ? "the store has none yet; start without --campground, and \"campground add\" makes one"
            : "there is " + known.joined(separator: ", ")),
        file: "campground", exitStatus: .usage)
    } catch let error as ObjectGraphError {
      throw Diagnostic(error)
    } catch {
      throw Diagnostic("\(error)", file: "campground")
    }
  }

  func addCampground(_ command: ParsedCommand) throws -> Answer {
    var settings = try settings(of: command)
    settings.timeZone = settings.timeZone ?? timeZone
    let campground = try campgrounds.add(try command.require(.name), settings: settings)
    warnOfOverlap(at: campground)
    return .message("Added campground \(campground.name)", record: record(of: campground))
  }

  func editCampground(_ command: ParsedCommand) throws -> Answer {
    let campground = try namedOrCurrentCampground(command)
    try requireChange(command)
    let changed = try campgrounds.edit(
      campground, name: command[.name], settings: try settings(of: command))
    warnOfOverlap(at: changed)
    return .message("Changed campground \(changed.name)", record: record(of: changed))
  }

  func listCampgrounds() throws -> Answer {
    let current = try campgrounds.current()
    return .table(
      ResultTable(
        columns: [.init("campground"), .init("timezone"), .init("currency"), .init("current")],
        rows: try campgrounds.campgrounds().map { campground in
          [
            .text(campground.name), .text(campground.timeZoneIdentifier),
            .text(campground.currencyCode), .boolean(campground === current),
          ]
        }), empty: "No campgrounds yet; add one with campground add")
  }

  func showCampground(_ command: ParsedCommand) throws -> Answer {
    let campground = try namedOrCurrentCampground(command)
    let policy = campground.cancellationPolicies.first { $0.isDefault }
    let counts: Answer.Record = [
      ("campsites", Cell(try count(CampSite.self, of: campground))),
      ("reservations", Cell(try count(Reservation.self, of: campground))),
      ("rates", Self.known(campground.rates)), ("seasons", Self.known(campground.seasons)),
      ("taxes", Self.known(campground.taxes)), ("fees", Self.known(campground.fees)),
      ("discounts", Self.known(campground.discounts)),
      ("deposits", Self.known(campground.depositRules)),
      ("rules", Self.known(campground.stayRules)),
      ("policies", Self.known(campground.cancellationPolicies)),
      ("policy", Cell(policy?.name)),
    ]
    return .details(record(of: campground) + counts, lists: [])
  }

  // MARK: Parts

  /// How many there are, where there are any.
  private static func known<Rule: CampgroundRule>(_ rules: Set<Rule>) -> Cell {
    let count = rules.count { ($0 as? any VersionedRule)?.isInForce ?? true }
    return count == 0 ? .null : Cell(count)
  }

  /// The campground that a command names, else the current one.
  private func namedOrCurrentCampground(_ command: ParsedCommand) throws -> Campground {
    guard command[.campground] == nil else { return try campground(command) }
    guard let current = try campgrounds.current() else {
      throw command.text.diagnostic(
        "there is no campground yet", hint: "\"help campground add\" tells how to make one",
        at: command.text.range)
    }
    return current
  }

  private func settings(of command: ParsedCommand) throws -> CampgroundSettings {
    CampgroundSettings(
      timeZone: command[.timeZone].flatMap(TimeZone.init(identifier:)),
      currency: try command[.currency].map { try Currency($0) },
      address: command[.address], phoneNumber: command[.phone],
      holdMinutes: command[.holdMinutes], offerHours: command[.offerHours],
      checkIn: command[.checkIn], checkOut: command[.checkOut],
      noShowAfter: command[.noShowAfter].flatMap(NoShowNight.init),
      guaranteedNoShowAfter: command[.guaranteedNoShowAfter].flatMap(NoShowNight.init),
      pricesIncludeTax: command[.taxIncluded], bookingWindow: command[.bookingWindow])
  }

  /// Tells of times that leave none between two guests of one day; some campgrounds want it so.
  private func warnOfOverlap(at campground: Campground) {
    guard campground.checkOutMinute > campground.checkInMinute else { return }
    warn(
      Diagnostic(
        "guests leave by \(TimeOfDay(minute: campground.checkOutMinute)), after the next ones "
          + "arrive from \(TimeOfDay(minute: campground.checkInMinute)) on", severity: .warning))
  }

  private func count<Object: ManagedObject>(
    _ type: Object.Type, of campground: Campground
  ) throws -> Int {
    let request = FetchRequest<Object>()
    request.predicate = try FetchPredicate(format: "campground == %@", campground)
    return try context.count(for: request)
  }

  private func record(of campground: Campground) -> Answer.Record {
    [
      ("campground", .text(campground.name)), ("timezone", .text(campground.timeZoneIdentifier)),
      ("currency", .text(campground.currencyCode)),
      ("tax included", campground.pricesIncludeTax ? .boolean(true) : .null),
      ("address", Cell(campground.address)),
      ("phone", Cell(campground.phoneNumber)),
      ("hold minutes", Cell(campground.holdMinutes)),
      ("offer hours", Cell(campground.offerHours)),
      ("checkin", .text("\(TimeOfDay(minute: campground.checkInMinute))")),
      ("checkout", .text("\(TimeOfDay(minute: campground.checkOutMinute))")),
      ("noshow", .text("after the \(campground.noShowAfter) night")),
      ("guaranteed", .text("held to the \(campground.guaranteedNoShowAfter) night")),
      ("window months", Cell(campground.bookingWindow)),
      ("closed through", Cell(campground.lastClosedDay)),
    ]
  }
}
