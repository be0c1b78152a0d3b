import Foundation
import ObjectGraph

/// Imports guests from a spreadsheet that another program saved as CSV.
///
/// The name is one column, or the first and the last name are two; the phone number, the e-mail
/// address, the postal address, plates, the length of the rig and notes are optional. A guest who is
/// known, by the rules of `GuestDirectory`, gets what was missing.
public final class GuestImporter: Service {
  /// Imports a CSV text in one transaction, all rows or none.
  ///
  /// - Returns: The summary, with every reject; if there is one, nothing was saved.
  /// - Throws: as `ReservationImporter.importReservations(from:options:)`.
  public func importGuests(
    from data: Data, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try ImportSession.run(in: scope, options: options) { session in
      let sheet = try Sheet(
        data, for: GuestRow.fields, requiring: [[.guest, .lastName]], in: session)
      session.summary.ignoredColumns = sheet.map.ignored
      var guests = try GuestDirectory(in: session.scratch)
      for (index, row) in sheet.rows.enumerated() {
        try session.checkInterruption()
        session.show(index, of: sheet.rows.count)
        do {
          guard let match = try guests.guest(of: GuestRow(row)) else {
            throw row.problem(.guest, "the name is missing")
          }
          for doubt in match.doubts { session.remark(row.source, doubt) }
          session.summary.accepted += 1
          session.summary.newGuests += match.isNew ? 1 : 0
          if match.isNew || match.camper.note == nil, let note = row.text(.note) {
            try match.camper.take(CamperDetails(note: note))
          }
        } catch let problem as CSVProblem {
          session.reject(problem)
        } catch let error as CampgroundError {
          session.reject(row.problem(.guest, error.text))
        }
      }
    }
  }
}
