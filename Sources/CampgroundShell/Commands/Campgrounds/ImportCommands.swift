import Campground
import CommandKit
import Foundation

extension Command where Context == Session {
  /// The commands that import data.
  static var imports: [Self] {
    [
      importing(
        "reservations", aliases: ["import stays"], synonyms: ["csv", "bookings", "spreadsheet"],
        "Import reservations with guests and money from a CSV file",
        .ofSheets(
          creating: "add sites, classes and campgrounds that are missing"),
        details: """
          Columns are found by the headings that other programs use: site, unit or space, or a \
          class; arrival and departure or nights; guest, or first and last name; phone, email, \
          address, plate, adults, children, pets, vehicles, notes, status, total, paid and \
          confirmation number. For any other heading say map "COLUMN" to FIELD. Past stays count in \
          reports and have no balance. The total is what the nights cost in all, with taxes; \
          without one, coming stays are billed as reserve does. They have no cancellation policy, because \
          what was agreed elsewhere is not known. A row whose confirmation number was imported \
          before is skipped. \(allOrNone)
          """,
        examples: [
          "import reservations bookings.csv dry-run",
          "import reservations bookings.csv dates mdy map \"Kfz\" to plates create yes",
        ]
      ) { session, data, options in
        let summary = try session.desk.services.reservationImporter.importReservations(
          from: data, options: options)
        try session.noteOnPolicy(of: summary)
        return summary
      },
      importing(
        "guests", aliases: ["import campers"], synonyms: ["csv", "customers", "spreadsheet"],
        "Import guests from a CSV file", .ofSheets(),
        details: """
          The columns are guest, or first and last name, and where known phone, email, address, \
          plates, length and notes. A guest is the same by the email, or by the phone and the last \
          name, or by the name alone if only one guest has it and nothing differs; what is missing \
          of that guest is filled in. \(allOrNone)
          """,
        examples: ["import guests guests.csv dry-run"]
      ) { try $0.desk.services.guestImporter.importGuests(from: $1, options: $2) },
      importing(
        "balances", synonyms: ["csv", "spreadsheet", "debts", "credits"],
        "Import what guests owe from a CSV file", .ofSheets(),
        details: """
          The columns are stay, confirmation number or guest; amount; and where known text. A \
          positive amount is owed, and becomes a charge without tax; a negative one is the guest's \
          credit, and becomes a payment "brought over". \(allOrNone)
          """,
        examples: ["import balances balances.csv dry-run"]
      ) { try $0.desk.services.balanceImporter.importBalances(from: $1, options: $2) },
      importCalendar,
      importing(
        "campsites", synonyms: ["csv"], "Import campsites from a CSV file", .forNewCampgrounds,
        details: allOrNone,
        examples: ["import campsites sites.csv timezone America/Denver --dry-run"]
      ) { try $0.desk.services.campsiteImporter.importCampsites(from: $1, options: $2) },
      importing(
        "details", synonyms: ["csv", "amenities"], "Import campsite details from a CSV file",
        .forKnownCampgrounds,
        details:
          "Import the campsites first: their identifiers say which site each detail belongs to.",
        examples: ["import details campsite_attributes.csv"]
      ) { try $0.desk.services.siteDetailImporter.importDetails(from: $1, options: $2) },
      importing(
        "employees", synonyms: ["json"], "Import employees from a JSON file", .forKnownCampgrounds,
        form: "JSON",
        details: """
          The file is an array of objects with name, and where known guid, department, startDate, \
          vacationDays, email, phone, address, about and active. All are imported or none; errors \
          give the place in the array. Add pictures with employee picture.
          """,
        examples: ["import employees staff.json dry-run"]
      ) { try $0.desk.services.employeeImporter.importEmployees(from: $1, options: $2) },
    ]
  }

  private static let allOrNone =
    "All rows are imported or none; errors give the row and the column."

  /// A command that reads a file, passes it to an importer, and reports the result.
  private static func importing(
    _ things: String, aliases: [String] = [], synonyms: [String] = [], _ summary: String,
    _ options: Argument<Session, ImportChoice>,
    form: String = "CSV", details: String, examples: [String],
    by importer: @escaping @MainActor (Session, Data, ImportOptions) throws -> ImportSummary
  ) -> Self {
    Command(
      "import \(things)", aliases: aliases,
      synonyms: ["upload", "load"] + synonyms, summary,
      .required("file", .file.described("\(form) file")), options,
      details: details, examples: examples
    ) { session, file, choice in
      let data = try session.content(of: file, at: "file")
      if try choice.options.timeZone == nil && session.campgrounds.current() == nil {
        choice.options.timeZone = session.timeZone
      }
      let summary = try choice.asking(session, about: file) { options in
        try session.showingProgress("Importing \(file)") { show in
          var options = options
          options.progress = show
          return try importer(session, data, options)
        }
      }
      guard summary.rejects.isEmpty || choice.options.skipsRejects else {
        throw ImportRefusal(file: file, summary: summary)
      }
      return summary.answer(
        of: String(things.dropLast()), from: file, isDryRun: choice.options.isDryRun)
    }
  }
}

extension Session {
  /// Tells that imported stays have no policy, where others would have one.
  fileprivate func noteOnPolicy(of summary: ImportSummary) throws {
    guard summary.imported > 0, let policy = try desk.services.policies.standard() else {
      return
    }
    warn(
      "imported stays have no cancellation policy, because what was agreed elsewhere is not known",
      hint: "\"reservation edit CODE policy \(CommandText.quoted(policy.name))\" agrees one",
      severity: .note)
  }

  /// Does work that takes long, and shows its progress on a terminal after the first second.
  fileprivate func showingProgress<Result>(
    _ label: String, _ body: ((@Sendable (Double) -> Void)?) throws -> Result
  ) rethrows -> Result {
    guard !desk.isRepeating, let bar = ProgressBar(label, after: .seconds(1)) else {
      return try body(nil)
    }
    defer { bar.clear() }
    return try body { bar.show($0) }
  }
}

/// The options of an import, with what the user answered to its questions, for when the command is
/// repeated.
@MainActor
private final class ImportChoice {
  var options: ImportOptions

  init(_ options: ImportOptions) { self.options = options }

  /// Runs an import, and again with the order of dates that the user chooses where the file does not
  /// tell it.
  func asking(
    _ session: Session, about file: String, _ body: (ImportOptions) throws -> ImportSummary
  ) throws -> ImportSummary {
    do {
      do {
        return try body(options)
      } catch ImportError.ambiguousDates(let text, let forms) {
        options.dates = try chosen(text, forms, session)
        return try body(options)
      }
    } catch let problem as CSVProblem {
      let repair =
        problem.reason == .notUTF8
        ? "for a file that Excel saved on Windows, add encoding windows-1252" : nil
      throw ValueFault("\(file): \(problem)", hint: repair, at: "file")
    } catch let error as ImportError {
      throw ValueFault("\(file): \(error)", hint: error.repair, at: "file")
    }
  }

  private func chosen(
    _ text: String, _ forms: [DateForm], _ session: Session
  ) throws -> DateForm {
    let dates = forms.map { form in
      form.date(text).map { "\(form.rawValue): \($0)" } ?? form.rawValue
    }
    guard let choose = session.choose, let choice = choose("Which date is \(text)?", dates),
      let index = dates.firstIndex(of: choice)
    else { throw ImportError.ambiguousDates(text, forms) }
    return forms[index]
  }
}

extension Argument where Context == Session {
  fileprivate static var forKnownCampgrounds: Argument<Session, ImportChoice> {
    Argument<Session, Bool>.dryRunOfImport.map { ImportChoice(ImportOptions(isDryRun: $0)) }
  }

  fileprivate static var forNewCampgrounds: Argument<Session, ImportChoice> {
    .group(
      .option("timezone", .timeZone("time zone of campgrounds in the file")),
      .option("currency", .currency("currency of campgrounds in the file")),
      .dryRunOfImport
    ) { ImportChoice(ImportOptions(timeZone: $0, currency: $1, isDryRun: $2)) }
  }

  /// The options of an import of what another program knows.
  ///
  /// - Parameter creation: what `create yes` adds; nil where nothing can be missing.
  fileprivate static func ofSheets(
    creating creation: String? = nil
  ) -> Argument<Session, ImportChoice> {
    let sheet = Argument<Session, ImportOptions>.group(
      .option("map", .columnChoices, "a column that is not understood, and what it says"),
      .option(
        "dates",
        .choice(
          of: DateForm.allCases.map(\.rawValue), "ORDER", "order of year, month and day in dates")),
      .option(
        "encoding",
        .choice(
          of: TextEncoding.allCases.map(\.rawValue), "ENCODING",
          "encoding of the file, if not UTF-8")),
      .option("skip", .choice(of: ["rejects"], "WORD", "import the other rows if some are wrong")),
      .dryRunOfImport
    ) { columns, dates, encoding, skip, isDryRun in
      ImportOptions(
        isDryRun: isDryRun, skipsRejects: skip != nil, columns: columns ?? [],
        dates: dates.flatMap(DateForm.init), encoding: encoding.flatMap(TextEncoding.init) ?? .utf8)
    }
    guard let creation else { return sheet.map(ImportChoice.init) }
    return .group(
      sheet, .option("create", .boolean, creation),
      .option("timezone", .timeZone("time zone of campgrounds in the file")),
      .option("currency", .currency("currency of campgrounds in the file"))
    ) { options, creates, timeZone, currency in
      var options = options
      (options.timeZone, options.currency) = (timeZone, currency)
      options.createsMissing = creates == true
      return ImportChoice(options)
    }
  }

  fileprivate static var dryRunOfImport: Argument<Session, Bool> {
    .flag("dry-run", "check the file without importing it")
  }
}

extension ValueType where Context == Session, Value == [ColumnChoice] {
  /// Columns and what they say: `"Kfz" to plates`, any number of them.
  fileprivate static var columnChoices: Self {
    ValueType("COLUMN to FIELD", "", .name, extent: .list) { text in
      let words = try text.tokens.map { try text.word($0) }
      guard words.count.isMultiple(of: 3), !words.isEmpty,
        stride(from: 1, to: words.count, by: 3).allSatisfy({ words[$0].lowercased() == "to" })
      else {
        throw ValueFault(
          "map needs a column and a field",
          hint: "write map \"COLUMN\" to FIELD; to none leaves the column out")
      }
      return try stride(from: 0, to: words.count, by: 3).map { index in
        let word = words[index + 2].lowercased()
        if word == "none" { return ColumnChoice(words[index], to: nil) }
        let names = ImportField.allCases.map { $0.rawValue.replacing(" ", with: "-") }
        guard let field = ImportField(word: word) else {
          throw ValueFault(
            "there is no field \(word)",
            hint: Suggestion.hint(for: word, in: names)
              ?? "the fields are \(names.joined(separator: ", "))")
        }
        return ColumnChoice(words[index], to: field)
      }
    }
  }
}

// MARK: Answers

extension ImportSummary {
  fileprivate func answer(of thing: String, from file: String, isDryRun: Bool) -> Answer {
    let parts = [
      (isDryRun ? "Would import " : "Imported ") + accepted.counted(thing),
      newGuests == 0 || thing == "guest" ? nil : "new: " + newGuests.counted("guest"),
      thing == "guest" ? "\(newGuests) new, \(accepted - newGuests) known" : nil,
      newCampgrounds.isEmpty ? nil : "new: " + newCampgrounds.count.counted("campground"),
      newSites == 0 || thing == "campsite" ? nil : "new: " + newSites.counted("campsite"),
      skipped == 0 ? nil : "\(skipped.counted("row")) skipped, imported before",
      rejects.isEmpty ? nil : "\(rowsRejected.counted("row")) rejected",
      isDryRun ? "nothing changed" : nil,
    ]
    var lines = [parts.compactMap { $0 }.joined(separator: " · ")]
    if !ignoredColumns.isEmpty {
      lines.append("  columns not imported: \(ignoredColumns.joined(separator: ", "))")
    }
    if pastStays > 0 {
      lines.append(
        "  \(pastStays.counted("past stay")): in occupancy, revenue and pace, and in no balance, tax "
          + "report or journal")
    }
    if isDryRun {
      lines += firstStays.map { "  row \($0.row): \($0.words)" }
      let others = accepted - firstStays.count
      if others > 0, !firstStays.isEmpty { lines.append("  and \(others.counted("other"))") }
    }
    lines += RejectGroup.lines(about: rejects, in: file).map { "  rejected: \($0)" }
    lines += RejectGroup.lines(about: remarks, in: file).map { "  check: \($0)" }
    return .message(
      lines.joined(separator: "\n"),
      record: [
        ("imported", .integer(Int64(imported))), ("accepted", .integer(Int64(accepted))),
        ("new campgrounds", .list(newCampgrounds.map { .text($0) })),
        ("new sites", .integer(Int64(newSites))), ("new guests", .integer(Int64(newGuests))),
        ("skipped", .integer(Int64(skipped))),
        ("columns not imported", .list(ignoredColumns.map { .text($0) })),
        ("rejected", .list(rejects.map { .text("\($0)") })),
        ("remarks", .list(remarks.map { .text("\($0)") })),
      ])
  }
}

extension ImportSummary.Stay {
  /// `Susan Hartley · site 1 · 2026-07-01 to 2026-07-05 · Reserved · $231.08 in all · paid $50.00`
  fileprivate var words: String {
    [
      guest, "site \(site)", "\(dates)", status.title, total.map { "\($0) in all" },
      paid.flatMap { $0.amount == 0 ? nil : "paid \($0)" },
    ].compactMap { $0 }.joined(separator: " · ")
  }
}

/// The error for a file with rejected rows, of which nothing was imported.
private struct ImportRefusal: Error, CustomStringConvertible {
  let file: String
  let summary: ImportSummary

  var description: String {
    let head =
      "\(summary.rowsRejected) of \(summary.rowsRead.counted("row")) in \(file) cannot be "
      + "imported; nothing was imported"
    let lines = [head] + RejectGroup.lines(about: summary.rejects, in: file)
    let hint = "hint: create yes adds missing sites, classes and campgrounds"
    return (lines + (summary.namesMissingPlaces ? [hint] : [])).joined(separator: "\n")
  }
}

/// The rows about which the same thing is said.
private struct RejectGroup {
  private var first: ImportReject
  private var rows: [Int]

  /// The most groups that are listed, and the most rows of one.
  private static let (mostGroups, mostRows) = (20, 10)

  /// A line for each thing that is said about rows, in the order in which it is said first.
  static func lines(about rejects: [ImportReject], in file: String) -> [String] {
    struct Key: Hashable {
      let column: String?
      let reason: String
    }
    var groups: [RejectGroup] = []
    var places: [Key: Int] = [:]
    for reject in rejects {
      let key = Key(column: reject.column, reason: reject.reason)
      if let place = places[key] {
        groups[place].rows.append(reject.row)
      } else {
        places[key] = groups.count
        groups.append(RejectGroup(first: reject, rows: [reject.row]))
      }
    }
    let rest = groups.count - mostGroups
    return groups.prefix(mostGroups).map { $0.line(in: file) }
      + (rest > 0 ? ["… and \(rest) more"] : [])
  }

  private func line(in file: String) -> String {
    guard rows.count > 1 else {
      return file + (first.line.map { ":\($0)" } ?? "") + ": \(first)"
    }
    let listed = rows.prefix(Self.mostRows).map { "\($0)" }
    let rest = rows.count - Self.mostRows
    let words =
      rest > 0 ? listed.joined(separator: ", ") + " and \(rest) more" : listed.joined(lastBy: "and")
    return "\(file): rows \(words)\(first.column.map { ", \($0)" } ?? ""): \(first.reason)"
  }
}

extension Int {
  /// `1 row`, `2 rows`
  fileprivate func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
