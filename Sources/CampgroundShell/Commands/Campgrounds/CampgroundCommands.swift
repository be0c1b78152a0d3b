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
        return try session.campgrounds.add(name, settings: settings)
      },
      edit: { session, campground, name, change in
        var settings = CampgroundSettings()
        try change(&settings)
        return try session.campgrounds.edit(campground, name: name, settings: settings)
      }
    )
    .orCurrent { session in
      guard let current = try session.campgrounds.current() else {
        throw ValueFault(
          "there is no campground yet", hint: "\"help campground add\" tells how to make one")
      }
      return current
    }
    .detailed { session, campground in try session.counts(at: campground) }
    .noting { session, campground in session.warnOfOverlap(at: campground) }
  }

  private static var settings: [Field<Session, Campground, CampgroundSettings>] {
    [
      .value("timezone", .timeZone("the time zone of its nights")) { $0.timeZone = $1 }
        .shown { .text($0.timeZoneIdentifier) },
      .value("currency", .currency("the currency of its prices")) { $0.currency = $1 }
        .shown { .text($0.currencyCode) },
      .value("locale", .locale) { $0.locale = $1 }
        .shown(in: .single) { .text($0.localeIdentifier) },
      .value(
        "taxincluded", .boolean, "whether prices of nights and fees have their taxes in them"
      ) { $0.pricesIncludeTax = $1 }
      .shown(as: "tax included", in: .single) { $0.pricesIncludeTax ? .boolean(true) : .null },
      .value(clearable: "address", .text("ADDRESS", "the postal address, for papers")) {
        $0.address = $1 ?? ""
      }
      .shown(in: .single) { Cell($0.address) },
      .value(clearable: "phone", .text("PHONE", "the phone number, for papers")) {
        $0.phoneNumber = $1 ?? ""
      }
      .shown(in: .single) { Cell($0.phoneNumber) },
      .value(
        "hold", .integer(in: 1...10_080, "MINUTES", "how long a hold keeps its nights")
      ) { $0.holdMinutes = $1 }
      .shown(as: "hold minutes", in: .single) { Cell($0.holdMinutes) },
      .value(
        "offer", .integer(in: 1...168, "HOURS", "how long an offer to the waitlist is held")
      ) { $0.offerHours = $1 }
      .shown(as: "offer hours", in: .single) { Cell($0.offerHours) },
    ]
  }

  /// Who comes and goes, and until when.
  private static var gates: [Field<Session, Campground, CampgroundSettings>] {
    [
      .value("checkin", .timeOfDay, "from when on guests arrive") { $0.checkIn = $1 }
        .shown(in: .single) { .text("\(TimeOfDay(minute: $0.checkInMinute))") },
      .value("checkout", .timeOfDay, "until when guests leave") { $0.checkOut = $1 }
        .shown(in: .single) { .text("\(TimeOfDay(minute: $0.checkOutMinute))") },
      .value(
        "noshow",
        .oneOf(
          NoShowNight.self, "NIGHT",
          "the night after which a stay is a no-show; first by default")
      ) { $0.noShowAfter = $1 }
      .shown(in: .single) { .text("after the \($0.noShowAfter) night") },
      .value(
        "guaranteed",
        .oneOf(
          NoShowNight.self, "NIGHT",
          "the night after which a guaranteed stay is a no-show; last by default")
      ) { $0.guaranteedNoShowAfter = $1 }
      .shown(in: .single) { .text("held to the \($0.guaranteedNoShowAfter) night") },
      .value(
        "window",
        .integer(in: 0...120, "MONTHS", "how far ahead stays are booked; 0 for no limit")
      ) { $0.bookingWindow = $1 }
      .shown(as: "window months", in: .single) { Cell($0.bookingWindow) },
      .shown("closed through", in: .single) { Cell($0.lastClosedDay) },
    ]
  }

  /// The commands about campgrounds.
  var commands: [Command<Session>] {
    [
      use,
      addCommand(
        Help(
          details: """
            Without other words holds last 15 minutes and offers to the waitlist 24 hours, guests \
            arrive from 15:00 and leave by 11:00, and stays are booked as far ahead as anybody likes. \
            The locale says whether 7/1 is July 1 (en_US) or January 7 (en_GB), and on which day weeks \
            begin; it is en_US by default.
            """,
          examples: [
            "campground add \"Wawona Campground\" timezone America/Los_Angeles currency USD"
          ])),
      editCommand(
        Help(
          "Change how a campground is set up",
          details: """
            Without a name it is the current one. Another time zone moves no date of a stay. The \
            currency stays what it is once there are prices or money. The booking window is a rule \
            about stays, too; 0 takes it away. An address or a phone number of "" is taken away.
            """,
          examples: [
            "campground edit address \"12 Creek Road, Wawona CA\" phone 209-555-0100",
            "campground edit checkin 14:00 checkout 12:00",
            "campground edit hold 30 offer 48 window 6",
            "campground edit noshow first guaranteed last",
            "campground edit \"Wawona Campground\" name Wawona",
          ])),
      list,
      showCommand(
        Help(
          "Show how a campground is set up", details: "Without a name it is the current one.",
          examples: ["campground show", "campground show \"Wawona Campground\""])),
    ]
  }

  private var use: Command<Session> {
    Command(
      "use", "Work at one of the campgrounds", .required("campground", .campground),
      details: "A store with one campground is always at it; `use` is for a chain.",
      examples: ["use \"Wawona Campground\""]
    ) { session, campground in
      session.desk.use(campground)
      return .message("Now at \(campground.name)", record: record(of: campground))
    }
  }

  private var list: Command<Session> {
    Command("campground list", "List the campgrounds") { session in
      let (all, current) = (
        try session.campgrounds.campgrounds(), try session.campgrounds.current()
      )
      return .table(
        table(all).adding(.init("current"), all.map { .boolean($0 === current) }),
        empty: "No campgrounds yet; add one with campground add")
    }
  }
}

extension Session {
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

  /// How much there is at a campground.
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

  /// How many there are, where there are any.
  private static func known<Rule: CampgroundRule>(_ rules: Set<Rule>) -> Cell {
    let count = rules.count { ($0 as? any VersionedRule)?.isInForce ?? true }
    return count == 0 ? .null : Cell(count)
  }

  private func count<Object: ManagedObject>(
    _ type: Object.Type, at campground: Campground
  ) throws -> Int {
    let request = FetchRequest<Object>()
    request.predicate = try FetchPredicate(format: "campground == %@", campground)
    return try context.count(for: request)
  }

  /// Tells of times that leave none between two guests of one day; some campgrounds want it so.
  fileprivate func warnOfOverlap(at campground: Campground) {
    guard campground.checkOutMinute > campground.checkInMinute else { return }
    warn(
      Diagnostic(
        "guests leave by \(TimeOfDay(minute: campground.checkOutMinute)), after the next ones "
          + "arrive from \(TimeOfDay(minute: campground.checkInMinute)) on", severity: .warning))
  }
}
