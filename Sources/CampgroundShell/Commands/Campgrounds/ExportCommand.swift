import Campground
import CommandKit
import Foundation
import Rendering

extension Command where Context == Session {
  /// The command that takes everything out of the store.
  static var export: Self {
    Command(
      "export", synonyms: wordsForFiles + ["download", "dump", "take out", "back up"],
      "Write everything to files for spreadsheets",
      .required(
        "target",
        .file.described("folder for CSV files, or a .json file", placeholder: "FOLDER|FILE")),
      .flag("raw", "leave texts that begin like a formula as they are"),
      .flag("replace", "overwrite files of an earlier export"),
      details: """
        A folder gets one CSV file for each kind of thing, such as reservations.csv, and a README.md \
        that explains every column; it is made if it does not exist, and its other files stay. A \
        .json file gets the same data as one object with an array for each kind. Amounts are \
        decimals, dates ISO. All files are of one moment, and only you can read them. Files of an \
        earlier export are kept unless you add replace or, at a terminal, agree to overwrite them. \
        In CSV, a text that begins with = + - @ or a tab gets an apostrophe, so that a spreadsheet \
        does not compute it; imports take it off again. For the answer of a single command, see \
        "help to".
        """,
      examples: ["export books-2026", "export books.json", "export books-2026 replace"],
      isAboutSession: true
    ) { session, target, isRaw, isReplacing in
      let form = try DataExport.Form(of: target)
      let path = try session.path(target, at: "target")
      let export = DataExport(form: form, path: path, isRaw: isRaw)
      let service = session.desk.services.exports
      do throws(Diagnostic) {
        if let fault = export.obstacle { throw fault }
      } catch {
        throw ValueFault(error, at: "target")
      }
      let former = try service.withSnapshot {
        export.files(of: $0.tables).filter(WholeFile.hasContent)
      }
      for file in former { _ = try session.path(file, at: "target") }
      if let first = former.first {
        let question = "\(target) has files of these names. Replace them?"
        guard
          try session.mayWrite(
            first, at: "target", replacing: isReplacing,
            asking: former.count > 1 ? question : nil)
        else { return Session.nothingWritten }
      }
      if session.hasUnsavedWork {
        session.warn(
          "the scratch pad's changes are not exported", hint: "save first to export them, too")
      }
      let counts = try export.run(service)
      let rows = counts.reduce(0) { $0 + $1.rows }
      let files = form == .folder ? " in \(counts.count) files" : ""
      return .messages(
        "Exported \(rows) row\(rows == 1 ? "" : "s")\(files) to \(target)",
        records: counts.map { [("file", .text($0.name)), ("rows", Cell($0.rows))] })
    }
  }
}
