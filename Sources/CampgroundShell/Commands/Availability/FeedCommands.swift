import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The iCalendar files of what is taken.
  @CommandList<Session>
  static var aboutFeeds: [Self] {
    Command(
      "feed add",
      synonyms: ["ical", "icalendar", "ics", "airbnb", "sync calendar", "subscribe", "channel"],
      "Write an iCalendar file now and every night", .feedName,
      .requiredOption("to", .file.described("the file, ending in .ics")), .feedScope,
      .option("names", .boolean, "whether to name the guests; no by default"),
      .flag("replace", "overwrite the file"),
      details: """
        The file has an event for each stay and each closure of all sites, one site or one class, \
        from 31 days ago on. A hold is tentative, a canceled stay a canceled event. Events say \
        "Reserved" and everyone may read the file, so that a web server can publish it; with names \
        yes they name the guest, and only you can read it. "nightly" writes it again.
        """,
      examples: [
        "feed add office to all.ics names yes", "feed add airbnb to site15.ics site 15 replace",
      ]
    ) { session, name, file, scope, showsNames, isReplacing in
      try session.requireNoPad()
      guard file.lowercased().hasSuffix(".ics") else {
        throw ValueFault(
          "a calendar cannot be written to \(file)", hint: "choose a file that ends in .ics",
          at: "to")
      }
      let path = URL(fileURLWithPath: try session.path(file, at: "to")).standardizedFileURL.path
      guard try session.mayWrite(file, at: "to", replacing: isReplacing) else {
        return Session.nothingWritten
      }
      let feed = try session.feeds.add(name, at: path, of: scope, showsNames: showsNames ?? false)
      let count = try session.write(feed)
      return .message(
        "Added feed \(feed.name) · \(feed.scopeWords) · \(count.events) in \(file)",
        record: Session.feedColumns.record(of: feed))
    }

    Command(
      "feed list", synonyms: ["calendars", "subscriptions"], "List the iCalendar files",
      answering: .data
    ) { session in
      .table(Session.feedColumns.table(of: try session.feeds.feeds()), empty: "No feeds yet")
    }

    Command(
      "feed write", synonyms: ["refresh calendar", "publish"], "Write iCalendar files again",
      .optional("name", .text("NAME", "feed; all by default")),
      details: "\"nightly\" does it, too.", examples: ["feed write", "feed write airbnb"]
    ) { session, name in
      try session.requireNoPad()
      let feeds = try name.map { [try session.feeds.find($0)] } ?? session.feeds.feeds()
      guard !feeds.isEmpty else { return .text("No feeds yet\n") }
      let written = session.write(feeds)
      let answer = Answer.messages(
        written.lines.joined(separator: "\n"),
        records: feeds.map { Session.feedColumns.record(of: $0) })
      return written.fault.map { .incomplete(answer, $0) } ?? answer
    }

    Command(
      "feed show", synonyms: ["print calendar"], "Show the text of an iCalendar file", .feedName,
      details: "To write it elsewhere once: campground -c \"feed show office\" > office.ics",
      examples: ["feed show office"], answering: .data
    ) { session, name in .text(try session.feeds.text(of: session.feeds.find(name))) }

    Command(
      "feed delete", synonyms: ["unsubscribe"], "Stop writing an iCalendar file", .feedName,
      details: "The file stays.", examples: ["feed delete office"]
    ) { session, name in
      let feed = try session.feeds.find(name)
      let record = Session.feedColumns.record(of: feed)
      let (name, path) = (feed.name, feed.path)
      try session.feeds.delete(feed)
      return .message("Deleted feed \(name) · its file stays: \(path)", record: record)
    }
  }

  /// Imports the calendar of another program.
  static var importCalendar: Self {
    Command(
      "import calendar", synonyms: ["ical", "icalendar", "ics", "airbnb", "booking.com"],
      "Close a campsite where another program's calendar says so",
      .required("file", .file.described("iCalendar file")), .requiredOption("site", .site),
      .option("feed", .text("NAME", "name of the calendar; that of the file by default")),
      .flag("dry-run", "show what would be done, and do nothing"),
      details: """
        Each event is a closure of the site. Importing the calendar again moves closures with their \
        events, and lifts those to come whose event is gone. An event that meets a stay is listed \
        and not made, the others are; a script then ends with status 65. Events of our own feeds \
        are passed over. Two calendars for one site need two names.
        """,
      examples: ["import calendar airbnb.ics site 15 dry-run"]
    ) { session, file, site, name, isDryRun in
      let data = try session.content(of: file, at: "file")
      let base = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
      let summary: CalendarImporter.Summary
      do {
        summary = try session.desk.services.calendarImporter.importCalendar(
          from: data, of: name ?? base, for: site, isDryRun: isDryRun)
      } catch let problem as ICalendarProblem {
        throw ValueFault("\(file): \(problem)", hint: problem.repair, at: "file")
      }
      return Session.answer(about: summary, from: file, for: site, isDryRun: isDryRun)
    }
  }
}

extension Argument where Context == Session, Value == String {
  fileprivate static var feedName: Self { .required("name", .text("NAME", "name of the feed")) }
}

extension Argument where Context == Session, Value == FeedService.Scope {
  /// The campsites of a feed.
  fileprivate static var feedScope: Self {
    .group(.option("site", .site), .option("class", .siteClass)) { site, siteClass in
      switch (site, siteClass) {
      case (nil, nil): .all
      case (let site?, nil): .site(site)
      case (nil, let siteClass?): .siteClass(siteClass)
      case (_?, _?):
        throw ValueFault(
          "a feed is about a site or a class", hint: "leave out one of them", at: "class")
      }
    }
  }
}

extension Session {
  var feeds: FeedService { desk.services.feeds }

  fileprivate static let feedColumns: [ListColumn<CalendarFeed>] = [
    .init("feed") { .text($0.name) }, .init("about") { .text($0.scopeWords) },
    .init("names") { $0.showsNames ? .boolean(true) : .null },
    .init("file") { .text(($0.path as NSString).lastPathComponent) },
    .init("path", rank: .aside) { .text($0.path) },
  ]

  /// Refuses to write a calendar of stays that nobody has saved.
  fileprivate func requireNoPad() throws {
    guard desk.scratchPad != nil else { return }
    throw ValueFault(
      "calendars are not written from a scratch pad", hint: "\"save\" or \"rollback\" first")
  }

  /// Writes the calendars again after a night; none from a scratch pad, and while a command is
  /// repeated.
  ///
  /// - Returns: a sentence about them, a record, and the fault if one was not written.
  func feedsOfNight() throws -> (lines: [String], record: Answer.Record, fault: Diagnostic?) {
    guard desk.scratchPad == nil, !desk.isRepeating else { return ([], [], nil) }
    let feeds = try feeds.feeds()
    guard !feeds.isEmpty else { return ([], [], nil) }
    let written = write(feeds)
    let names = written.names
    return (
      names.isEmpty ? [] : ["wrote \(names.count == 1 ? "feed" : "feeds") \(names.listed())"],
      [("feeds", .list(names.map { .text($0) }))], written.fault
    )
  }

  /// Writes the file of a feed.
  ///
  /// - Returns: the number of events, in words.
  /// - Throws: a fault with exit status 73 or 74; the file is then as it was.
  fileprivate func write(_ feed: CalendarFeed) throws -> (events: String, path: String) {
    try requireFiles()
    let text = try feeds.text(of: feed)
    let count = text.split(separator: "\r\n").count { $0 == "BEGIN:VEVENT" }
    do throws(Diagnostic) {
      let file = try WholeFile(path: feed.path, isOpen: !feed.showsNames)
      try file.write(text)
      try file.finish()
    } catch {
      throw ValueFault(error, at: "to")
    }
    return ("\(count) event\(count == 1 ? "" : "s")", feed.path)
  }

  /// Writes the files of feeds; one that cannot be written does not keep the others from it.
  ///
  /// - Returns: what to say of each, the names of those that were written, and the fault of the others.
  func write(
    _ feeds: [CalendarFeed]
  ) -> (lines: [String], names: [String], fault: Diagnostic?) {
    var (lines, names, faults): ([String], [String], [String]) = ([], [], [])
    for feed in feeds {
      do {
        let written = try write(feed)
        lines.append("Wrote feed \(feed.name) · \(written.events) in \(written.path)")
        names.append(feed.name)
      } catch {
        let reason = (error as? ValueFault)?.message ?? "\(error)"
        lines.append("Feed \(feed.name) was not written: \(reason)")
        faults.append(feed.name)
      }
    }
    guard !faults.isEmpty else { return (lines, names, nil) }
    return (
      lines, names,
      Diagnostic(
        "\(faults.count == 1 ? "feed" : "feeds") \(faults.joined(separator: ", ")) not written",
        hint: "\"feed write\" writes them once the files can be written")
    )
  }

  fileprivate static func answer(
    about summary: CalendarImporter.Summary, from file: String, for site: CampSite, isDryRun: Bool
  ) -> Answer {
    func counted(_ count: Int, _ words: String) -> String? {
      count == 0 ? nil : "\(count) \(words)"
    }
    let parts = [
      counted(summary.made, "closed"), counted(summary.moved, "moved"),
      counted(summary.lifted, "lifted"), counted(summary.unchanged, "unchanged"),
      counted(summary.own, "of our own passed over"), counted(summary.past, "past"),
      counted(summary.conflicts.count, "not closed"),
    ].compactMap { $0 }
    let verb = isDryRun ? "Would import" : "Imported"
    let text = Session.text(
      "\(verb) \(file) for site \(site.name) · "
        + (parts.isEmpty ? "no events" : parts.joined(separator: ", ")), with: summary.offers)
    let lines = summary.conflicts.map {
      "\n  \($0.start) to \($0.end) · \($0.summary) · line \($0.line): \($0.reason)"
    }
    let conflicts: [Cell] = summary.conflicts.map { conflict in
      .object([
        ("from", Cell(conflict.start)), ("to", Cell(conflict.end)),
        ("summary", .text(conflict.summary)), ("line", Cell(conflict.line)),
        ("reason", .text(conflict.reason)),
      ])
    }
    let answer = Answer.message(
      text + lines.joined(),
      record: [
        ("site", .text(site.name)), ("made", Cell(summary.made)), ("moved", Cell(summary.moved)),
        ("lifted", Cell(summary.lifted)), ("unchanged", Cell(summary.unchanged)),
        ("own", Cell(summary.own)), ("past", Cell(summary.past)), ("conflicts", .list(conflicts)),
      ])
    guard !summary.conflicts.isEmpty else { return answer }
    let count = summary.conflicts.count
    return .incomplete(
      answer,
      Diagnostic(
        "\(count) event\(count == 1 ? "" : "s") of \(file) could not be imported",
        hint: "where the site is booked twice, move the stay or cancel the booking there"))
  }
}
