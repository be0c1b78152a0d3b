import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Resource where Context == Session, Object == Campground, Plan == CampgroundSettings {
  /// Campgrounds.
  static var campgrounds: Self {
    Resource(
      "campground", .campground, fields: settings + gates + mail, name: { $0.name },
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
      $0.note = {
        $0.warnOfOverlap(at: $1)
        $0.warnOfMail(of: $1)
      }
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

  /// How mail is sent, and which.
  private static var mail: [Field<Session, Campground, CampgroundSettings>] {
    [
      .value(clearable: "email", .text("ADDRESS", "e-mail address, for papers and mail")) {
        $0.email = $1 ?? ""
      }
      .shown(in: .single) { Cell($0.email) },
      .value(clearable: "mail", .text("PROGRAM", "program that sends mail: \"sendmail -t\"")) {
        $0.mailProgram = $1 ?? ""
      }
      .shown(in: .single) { Cell($0.mailProgram) },
      .value(
        clearable: "outbox",
        .text("FOLDER", "folder that gets mail as .eml files").completing { beginning, _ in
          FileCompletion.paths(beginningWith: beginning)
        }
      ) {
        $0.mailFolder =
          $1.map {
            URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath).standardizedFileURL.path
          } ?? ""
      }
      .shown(in: .single) { Cell($0.mailFolder) },
      .value(
        "reminders",
        .integer(
          in: 0...60, "DAYS", "days before arrival at which nightly mails a reminder; 0 for none")
      ) { $0.reminderDays = $1 }
      .shown(as: "reminder days", in: .single) { Cell($0.reminderDays) },
      .value("receipts", .boolean, "nightly mails receipts to guests who left") {
        $0.mailsReceipts = $1
      }
      .shown(in: .single) { $0.mailsReceipts ? .boolean(true) : .null },
      .shown("logo", in: .single) { campground in
        campground.logo.flatMap { PictureHeader($0.picture) }.map { .text(Session.words(for: $0)) }
          ?? .null
      },
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
        clears an address, a phone number or how mail is sent, and 0 the booking window and \
        reminders. Mail is sent by a program that reads messages from its input, or put into a \
        folder as .eml files.
        """,
      examples: [
        "campground edit address \"12 Creek Road, Wawona CA\" phone 209-555-0100",
        "campground edit checkin 14:00 checkout 12:00",
        "campground edit hold 30 offer 48 window 6",
        "campground edit noshow first guaranteed last",
        "campground edit \"Wawona Campground\" name Wawona",
        "campground edit email office@wawona.example mail \"sendmail -t\" reminders 3 receipts yes",
      ])

    Command(
      "campground logo", synonyms: ["letterhead", "picture on papers"],
      "Set, show, export or delete the logo on guests' papers", .pictureUse,
      .flag("replace", "overwrite the file"),
      details: "It is printed at the top of papers as HTML and PDF, and of mail.",
      examples: ["campground logo set logo.png", "campground logo delete"]
    ) { session, use, isReplacing in try session.carryOut(use, replacing: isReplacing) }

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

  /// Warns of a mail program that is not installed, and of a folder that is not there.
  fileprivate func warnOfMail(of campground: Campground) {
    if let line = campground.mailProgram, ProgramMailCarrier(line).program == nil {
      warn("no such program is installed here: \(line)", hint: "install it before mail is sent")
    }
    if let folder = campground.mailFolder,
      !FileManager.default.fileExists(atPath: folder.parentFolder)
    {
      warn("there is no folder \(folder.parentFolder)", hint: "make it before mail is sent")
    }
    if campground.mailProgram != nil || campground.mailFolder != nil, campground.email == nil {
      warn(
        "mail needs an address to come from", hint: "set it with campground edit email ADDRESS")
    }
  }

  fileprivate func carryOut(_ use: PictureUse, replacing isReplacing: Bool) throws -> Answer {
    guard let campground = try campgrounds.current() else {
      throw ValueFault("there is no campground yet", hint: "add one with campground add")
    }
    if isReplacing, !use.writesFile {
      throw ValueFault.nothingToReplace(hint: "write export FILE replace")
    }
    let name = campground.name
    if case .set(let file) = use {
      let data = try content(of: file, at: "set")
      try campgrounds.setLogo(data, of: campground)
      let words = PictureHeader(data).map(Self.words) ?? ""
      return .message(
        "Set the logo of \(name) · \(words)",
        record: [("campground", .text(name)), ("bytes", Cell(data.count))])
    }
    guard let logo = campground.logo else {
      throw ValueFault("\(name) has no logo", hint: "add one with campground logo set FILE")
    }
    let record: Answer.Record = [
      ("campground", .text(name)),
      ("picture", Cell(PictureHeader(logo.picture).map(Self.words))),
      ("bytes", Cell(logo.picture.count)),
    ]
    switch use {
    case .set, .show: return .details(record, lists: [])
    case .delete:
      try campgrounds.deleteLogo(of: campground)
      return .message("Deleted the logo of \(name)", record: record)
    case .export(let file):
      guard let copy = try fileToWrite(file, at: "export", replacing: isReplacing) else {
        return Self.nothingWritten
      }
      try copy.write(bytes: Array(logo.picture))
      return .message(
        "Wrote the logo of \(name) to \(file)", record: record + [("file", .text(file))])
    }
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
