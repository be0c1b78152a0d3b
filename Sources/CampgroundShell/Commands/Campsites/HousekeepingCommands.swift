import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The housekeeping commands.
  @CommandList<Session>
  static var aboutHousekeeping: [Self] {
    Command(
      "housekeeping list", aliases: ["housekeeping"],
      synonyms: ["cleaning", "clean", "maid", "turnover", "ready", "dirty"],
      "List the sites to clean and inspect",
      .day,
      details: """
        The day is today by default. Sites with an arrival that day come first. A check-out makes \
        a site dirty, and so does a guest who moves to another site; housekeeping clean and \
        housekeeping inspect record the progress. A site is off the list once it is inspected or \
        occupied again. Checking a guest in to a dirty cabin shows a warning.
        """,
      examples: ["housekeeping", "housekeeping tomorrow"], answering: .data
    ) { session, day in
      .table(
        Session.housekeepingColumns.table(of: try session.housekeeping.tasks(on: day)),
        empty: "No site needs cleaning on \(day)")
    }
    .inParts

    marking(
      .clean, "clean", synonyms: ["cleaned"], "Record that sites were cleaned")

    marking(
      .inspected, "inspect", synonyms: ["inspection", "inspected"],
      "Record that sites were cleaned and inspected")

    marking(
      .dirty, "dirty", synonyms: ["needs cleaning"],
      "Record that sites need cleaning")
  }

  /// The sites on the housekeeping list of today.
  private static let sitesToClean: @MainActor @Sendable (Session) throws -> [CampSite] = {
    try $0.housekeeping.tasks(on: $0.today()).map(\.site)
  }

  private static func marking(
    _ readiness: SiteReadiness, _ verb: String, synonyms: [String], _ summary: String
  ) -> Self {
    let name = "housekeeping \(verb)"
    return Command(
      name, synonyms: synonyms, summary, .required("site", .sites(orAll: sitesToClean)),
      details: "all means every site on today's housekeeping list.",
      examples: ["\(name) 15", "\(name) 5-8,11", "\(name) all"]
    ) { session, sites in
      guard !sites.isEmpty else { return .text("No site needs cleaning today\n") }
      let marked = try session.housekeeping.mark(sites, as: readiness)
      let names = marked.map(\.name).joined(separator: ", ")
      return .messages(
        (marked.count == 1 ? "Site \(names)" : "\(marked.count) sites · \(names)")
          + " · \(readiness.rawValue)",
        records: marked.map { site in
          [("site", .text(site.name)), ("readiness", Cell(site.readiness?.rawValue))]
        })
    }
  }
}

extension Session {
  fileprivate static let housekeepingColumns: [ListColumn<HousekeepingService.Task>] = [
    .init("site") { .text($0.site.name) }, .init("type") { Cell($0.site.type) },
    .init("state") { task in
      .text(
        task.leaving?.state == .checkedIn
          ? "occupied" : task.readiness?.rawValue ?? SiteReadiness.clean.rawValue)
    },
    .init("leaves") { Cell($0.leaving?.code) },
    .init("arrives") { Cell($0.arriving?.code) },
    .init("arriving guest") { Cell($0.arriving?.camper?.fullName) },
    .init("since", rank: .aside) { Cell($0.event?.date) },
    .init("by", rank: .aside) { Cell($0.event?.who) },
  ]

  /// Warns when a guest is checked in to a cabin that is not ready.
  func warnOfReadiness(of code: String) {
    guard let stay = try? reservations.find(code), let today = try? today(),
      let site = stay.site(on: today).site, site.siteType == .cabin,
      (try? housekeeping.readiness(of: site)) == .dirty
    else { return }
    warn(
      "cabin \(site.name) has not been cleaned since the last guest left",
      hint: "\"housekeeping clean \(CommandText.quoted(site.name))\" marks it clean")
  }
}
