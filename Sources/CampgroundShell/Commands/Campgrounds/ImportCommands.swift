import Campground
import CommandKit
import Foundation

extension Command where Context == Session {
  /// The commands that import data.
  static var imports: [Self] {
    [
      importing(
        "campsites", synonyms: ["csv"], "Import campsites from a CSV file", .forNewCampgrounds,
        details: allOrNone,
        example: "import campsites sites.csv timezone America/Denver --dry-run"
      ) { try $0.desk.services.campsiteImporter.importCampsites(from: $1, options: $2) },
      importing(
        "details", synonyms: ["csv", "amenities"], "Import campsite details from a CSV file",
        .forKnownCampgrounds,
        details:
          "Import the campsites first: their identifiers say which site each detail belongs to.",
        example: "import details campsite_attributes.csv"
      ) { try $0.desk.services.siteDetailImporter.importDetails(from: $1, options: $2) },
      importing(
        "stays", synonyms: ["csv", "import reservations"], "Import stays from a CSV file",
        .forNewCampgrounds,
        details: """
          The columns are site, arrival, departure, and where known facility, adults, children, \
          vehicles and pets. \(allOrNone)
          """,
        example: "import stays stays.csv timezone America/Chicago currency USD"
      ) { try $0.desk.services.stayImporter.importStays(from: $1, options: $2) },
      importing(
        "employees", synonyms: ["json"], "Import employees from a JSON file", .forKnownCampgrounds,
        form: "JSON",
        details: """
          The file is an array of objects with name, and where known guid, department, startDate, \
          vacationDays, email, phone, address, about and active. All are imported or none; errors \
          give the place in the array. Add pictures with employee picture.
          """,
        example: "import employees staff.json dry-run"
      ) { try $0.desk.services.employeeImporter.importEmployees(from: $1, options: $2) },
    ]
  }

  private static let allOrNone =
    "All rows are imported or none; errors give the row and the column."

  /// A command that reads a file, passes it to an importer, and reports the result.
  private static func importing(
    _ things: String, synonyms: [String] = [], _ summary: String,
    _ options: Argument<Session, ImportOptions>,
    form: String = "CSV", details: String, example: String,
    by importer: @escaping @MainActor (Session, Data, ImportOptions) throws -> ImportSummary
  ) -> Self {
    Command(
      "import \(things)", synonyms: ["upload", "load", "migrate"] + synonyms, summary,
      .required("file", .file.described("\(form) file")), options,
      details: details, examples: [example]
    ) { session, file, given in
      let data = try session.content(of: file, at: "file")
      var options = given
      if try options.timeZone == nil && session.campgrounds.current() == nil {
        options.timeZone = session.timeZone
      }
      let summary: ImportSummary
      do {
        summary = try importer(session, data, options)
      } catch let problem as CSVProblem {
        throw ValueFault("\(file): \(problem)", at: "file")
      } catch let error as ImportError {
        throw ValueFault(
          "\(file): \(error)",
          hint: "write an array of objects: [{\"name\": \"Kasey Mcfarland\", …}]", at: "file")
      }
      guard summary.rejects.isEmpty else { throw ImportRefusal(file: file, summary: summary) }
      return summary.answer(of: String(things.dropLast()), isDryRun: options.isDryRun)
    }
  }
}

extension Argument where Context == Session {
  fileprivate static var forKnownCampgrounds: Argument<Session, ImportOptions> {
    Argument<Session, Bool>.dryRunOfImport.map { ImportOptions(isDryRun: $0) }
  }

  fileprivate static var forNewCampgrounds: Argument<Session, ImportOptions> {
    .group(
      .option("timezone", .timeZone("time zone of campgrounds in the file")),
      .option("currency", .currency("currency of campgrounds in the file")),
      .dryRunOfImport
    ) { ImportOptions(timeZone: $0, currency: $1, isDryRun: $2) }
  }

  fileprivate static var dryRunOfImport: Argument<Session, Bool> {
    .flag("dry-run", "check the file without importing it")
  }
}

extension ImportSummary {
  fileprivate func answer(of thing: String, isDryRun: Bool) -> Answer {
    let parts = [
      (isDryRun ? "Would import " : "Imported ") + accepted.counted(thing),
      newCampgrounds.isEmpty ? nil : "new: " + newCampgrounds.count.counted("campground"),
      newSites == 0 || thing == "campsite" ? nil : "new: " + newSites.counted("campsite"),
      isDryRun ? "nothing changed" : nil,
    ]
    return .message(
      parts.compactMap { $0 }.joined(separator: " · "),
      record: [
        ("imported", .integer(Int64(imported))), ("accepted", .integer(Int64(accepted))),
        ("new campgrounds", .list(newCampgrounds.map { .text($0) })),
        ("new sites", .integer(Int64(newSites))),
      ])
  }
}

/// The error for a file with rejected rows, of which nothing was imported.
private struct ImportRefusal: Error, CustomStringConvertible {
  let file: String
  let summary: ImportSummary

  /// The most rejects that are listed.
  private static let mostRejects = 20

  var description: String {
    let rejects = summary.rejects
    let (count, rest) = (rejects.count, rejects.count - Self.mostRejects)
    let head =
      "\(count) of \(summary.rowsRead.counted("row")) in \(file) cannot be imported; nothing was imported"
    let lines = rejects.prefix(Self.mostRejects).map { reject in
      file + (reject.line.map { ":\($0)" } ?? "") + ": \(reject)"
    }
    return ([head] + lines + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n")
  }
}

extension Int {
  /// `1 row`, `2 rows`
  fileprivate func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
