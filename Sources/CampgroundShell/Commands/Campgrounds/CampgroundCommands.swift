import Campground
import CommandKit
import ObjectGraph
import Rendering

extension Resource where Context == Session, Object == Campground, Plan == CampgroundSettings {
  /// Campgrounds.
  static var campgrounds: Self {
    Resource(
      "campground", .campground, fields: settings + gates, name: { $0.name },
      newPlan: { CampgroundSettings() }, all: { try $0.campgrounds.campgrounds() },
      add: { session, name, plan in
        var settings = plan
        settings.timeZone = plan.timeZone ?? session.timeZone
        return (try session.campgrounds.add(name, settings: settings), "")
      },
      edit: { session, campground, name, settings, _ in
        (try session.campgrounds.edit(campground, name: name, settings: settings), "")
      }
    )
    .with {
      $0.current = { session in
        guard let current = try session.campgrounds.current() else {
          throw ValueFault(
            "there is no campground yet", hint: "add one with campground add")
        }
        return current
      }
      $0.details = { try $0.counts(at: $1) }
      $0.note = { $0.warnOfOverlap(at: $1) }
    }
  }

  private static var settings: [Field<Session, Campground, CampgroundSettings>] {
    [
      .value("timezone", .timeZone("time zone")) { $0.timeZone = $1 }
        .shown { .text($0.timeZoneIdentifier) },
      .value("currency", .currency("currency")) { $0.currency = $1 }
        .shown { .text($0.currencyCode) },
      .value("locale", .locale) { $0.locale = $1 }
        .shown(in: .single) { .text($0.localeIdentifier) },
      .value(
        "taxincluded", .boolean, "prices of nights and fees include tax"
      ) { $0.pricesIncludeTax = $1 }
      .shown(as: "tax included", in: .single) { $0.pricesIncludeTax ? .boolean(true) : .null },
      .value(clearable: "address", .text("ADDRESS", "postal address, for guests' papers")) {
        $0.address = $1 ?? ""
      }
      .shown(in: .single) { Cell($0.address) },
      .value(clearable: "phone", .text("PHONE", "phone number, for guests' papers")) {
        $0.phoneNumber = $1 ?? ""
      }
      .shown(in: .single) { Cell($0.phoneNumber) },
      .value(
        "hold", .integer(in: 1...10_080, "MINUTES", "length of a hold in minutes")
      ) { $0.holdMinutes = $1 }
      .shown(as: "hold minutes", in: .single) { Cell($0.holdMinutes) },
      .value(
        "offer", .integer(in: 1...168, "HOURS", "length of a waitlist offer in hours")
      ) { $0.offerHours = $1 }
      .shown(as: "offer hours", in: .single) { Cell($0.offerHours) },
    ]
  }

  /// Check-in and check-out times, and the nights of no-shows.
  private static var gates: [Field<Session, Campground, CampgroundSettings>] {
    [
      .value("checkin", .timeOfDay, "check-in time") { $0.checkIn = $1 }
        .shown(in: .single) { .text("\(TimeOfDay(minute: $0.checkInMinute))") },
      .value("checkout", .timeOfDay, "check-out time") { $0.checkOut = $1 }
        .shown(in: .single) { .text("\(TimeOfDay(minute: $0.checkOutMinute))") },
      .value(
        "noshow",
        .oneOf(
          NoShowNight.self, "NIGHT",
          "night after which a stay is a no-show; first by default")
      ) { $0.noShowAfter = $1 }
      .shown(in: .single) { .text("after the \($0.noShowAfter) night") },
      .value(
        "guaranteed",
        .oneOf(
          NoShowNight.self, "NIGHT",
          "night after which a guaranteed stay is a no-show; last by default")
      ) { $0.guaranteedNoShowAfter = $1 }
      .shown(in: .single) { .text("held to the \($0.guaranteedNoShowAfter) night") },
      .value(
        "window",
        .integer(in: 0...120, "MONTHS", "booking window in months; 0 for no limit")
      ) { $0.bookingWindow = $1 }
      .shown(as: "window months", in: .single) { Cell($0.bookingWindow) },
      .shown("closed through", in: .single) { Cell($0.lastClosedDay) },
    ]
  }

  /// The commands about campgrounds.
  @CommandList<Session>
  var commands: [Command<Session>] {
    Command(
      "use", synonyms: ["switch campground", "change campground", "property"],
      "Choose the campground to work at", .required("campground", .campground),
      details: "A store with one campground is always at it; use is for a chain.",
      examples: ["use \"Wawona Campground\""]
    ) { session, campground in
      session.desk.use(campground)
      return .message("Now at \(campground.name)", record: record(of: campground))
    }

    addCommand.explained(
      synonyms: ["property", "set up", "new campground"],
      details: """
        By default holds last 15 minutes and waitlist offers 24 hours, guests check in from \
        15:00 and check out by 11:00, and there is no booking window. The locale says whether \
        7/1 is July 1 (en_US) or January 7 (en_GB), and on which day weeks begin; it is en_US \
        by default.
        """,
      examples: [
        "campground add \"Wawona Campground\" timezone America/Los_Angeles currency USD"
      ])

    editCommand.explained(
      "Change the settings of a campground", synonyms: ["settings", "configure"],
      details: """
        Without a name it changes the current campground. A new time zone moves no stay. "" \
        clears an address or a phone number, and 0 the booking window.
        """,
      examples: [
        "campground edit address \"12 Creek Road, Wawona CA\" phone 209-555-0100",
        "campground edit checkin 14:00 checkout 12:00",
        "campground edit hold 30 offer 48 window 6",
        "campground edit noshow first guaranteed last",
        "campground edit \"Wawona Campground\" name Wawona",
      ])

    Command(
      "campground list", synonyms: ["properties", "chain"], "List the campgrounds", answering: .data
    ) {
      session in
      let (all, current) = (
        try session.campgrounds.campgrounds(), try session.campgrounds.current()
      )
      return .table(
        table(all).adding(.init("current"), all.map { .boolean($0 === current) }),
        empty: "No campgrounds yet; add one with campground add")
    }
    .inParts

    showCommand.explained(
      "Show the settings of a campground", synonyms: ["settings"],
      details: "Without a name it shows the current campground.",
      examples: ["campground show", "campground show \"Wawona Campground\""])
  }
}

extension Session {
  /// Switches to the campground named on the command line.
  ///
  /// - Throws: a diagnostic with status 64 for an unknown name.
  package func use(campground name: String) throws(Diagnostic) {
    do {
      desk.use(try campgrounds.find(name))
    } catch let error as CampgroundError where error.code == .unknown {
      let known = error.knownNames
      throw Diagnostic(
        "there is no campground \"\(name)\"",
        hint: Suggestion.hint(for: name, in: known)
          ?? (known.isEmpty
            ? "the store has none yet; start without --campground and add one with campground add"
            : "there is " + known.joined(separator: ", ")),
        file: "campground", exitStatus: .usage)
    } catch let error as ObjectGraphError {
      throw Diagnostic(error)
    } catch {
      throw Diagnostic("\(error)", file: "campground")
    }
  }

  /// The numbers of objects at a campground.
  fileprivate func counts(at campground: Campground) throws -> Answer.Record {
    let policy = campground.cancellationPolicies.first { $0.isDefault }
    return [
      ("campsites", Cell(try count(CampSite.self, at: campground))),
      ("reservations", Cell(try count(Reservation.self, at: campground))),
      ("rates", Self.known(campground.rates)), ("seasons", Self.known(campground.seasons)),
      ("taxes", Self.known(campground.taxes)), ("fees", Self.known(campground.fees)),
      ("discounts", Self.known(campground.discounts)),
      ("deposits", Self.known(campground.depositRules)),
      ("rules", Self.known(campground.stayRules)),
      ("policies", Self.known(campground.cancellationPolicies)),
      ("policy", Cell(policy?.name)),
    ]
  }

  /// The number of rules in force; null for none.
  private static func known<Rule: CampgroundRule>(_ rules: Set<Rule>) -> Cell {
    let count = rules.count { ($0 as? VersionedRule)?.isInForce ?? true }
    return count == 0 ? .null : Cell(count)
  }

  private func count<Object: ManagedObject>(
    _ type: Object.Type, at campground: Campground
  ) throws -> Int {
    let request = FetchRequest<Object>()
    request.predicate = try FetchPredicate(format: "campground == %@", campground)
    return try context.count(for: request)
  }

  /// Warns of check-in and check-out times that leave no time between two guests on one day; some
  /// campgrounds want them so.
  fileprivate func warnOfOverlap(at campground: Campground) {
    guard campground.checkOutMinute > campground.checkInMinute else { return }
    warn(
      "check-out is by \(TimeOfDay(minute: campground.checkOutMinute)), but check-in begins "
        + "at \(TimeOfDay(minute: campground.checkInMinute))")
  }
}
