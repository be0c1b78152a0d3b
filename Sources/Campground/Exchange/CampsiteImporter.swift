import Foundation
import ObjectGraph

/// Brings campsites in from a CSV file, with the columns of Recreation.gov's list of campsites.
///
/// Needed is only `site`, the name. `facility_name` names the campground, which is made where the
/// store lacks it; without it sites go to the current one. Also read, where they are there:
/// `campsite_id`, `loop`, `class`, which is made where the campground lacks it, `type`,
/// `accessible`, `lat`, `lon`, `max_num_of_people`, `max_num_of_vehicles`, `max_vehicle_length`,
/// `driveway_entry`, `shade`, `pets_allowed`, `electricity_hookup`, `water_hookup`, `sewer_hookup`,
/// `tent_pad`, and `rate`, the price of a night. Where loops of one campground have sites of the
/// same name, the loop becomes part of it:
/// "Loop A 12".
public final class CampsiteImporter: Service {
  /// Imports a file.
  ///
  /// - Throws: `ImportError.unreadable`, and as `importCampsites(from:options:)`.
  public func importCampsites(
    at url: URL, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try importCampsites(from: ImportSession.data(at: url), options: options)
  }

  /// Imports a CSV text, all rows or none, in one transaction.
  ///
  /// A site that its campground has already is rejected, and is left as it is in the store.
  ///
  /// - Returns: the summary, with every reject; nothing was saved when there is one.
  /// - Throws: `CSVProblem` when the header is not there or lacks `site`,
  ///   and what the store reports.
  public func importCampsites(
    from data: Data, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try ImportSession.run(in: scope, options: options) { session in
      let rows = try session.rows(of: data, requiring: [["site"]]) {
        row throws(CSVProblem) in try CampsiteRow(row)
      }
      try insert(Self.withDistinctNames(rows), in: session)
    }
  }

  /// Puts the loop before names that several loops of one campground have.
  private static func withDistinctNames(_ rows: [CampsiteRow]) -> [CampsiteRow] {
    struct Place: Hashable {
      let facility: String
      let name: String
    }
    var loops: [Place: Set<String>] = [:]
    for row in rows {
      loops[Place(facility: row.facility, name: row.name), default: []].insert(row.loop ?? "")
    }
    return rows.map { row in
      let loopsOfName = loops[Place(facility: row.facility, name: row.name)] ?? []
      guard loopsOfName.count > 1, let loop = row.loop else { return row }
      var renamed = row
      renamed.name = "\(loop) \(row.name)"
      return renamed
    }
  }

  /// The column that a row is rejected for.
  private static func column(of error: any Error) -> String {
    (error as? CampgroundError)?.about.contains(.property("class")) == true ? "class" : "rate"
  }

  private func insert(_ rows: [CampsiteRow], in session: ImportSession) throws {
    /// The rows and stored sites by campground and name.
    var takenBy: [String: [String: String]] = [:]
    for row in rows {
      try session.checkInterruption()
      let campground = try session.campground(named: row.facility)
      var names =
        try takenBy[campground.name]
        ?? session.sites(of: campground).mapValues {
          "\(campground.name) already has a site \($0.name)"
        }
      if let taken = names[row.name] {
        session.summary.rejects.append(
          ImportReject(row: row.source, column: "site", reason: taken))
      } else {
        do {
          let siteClass = try session.siteClass(named: row.className, of: campground)
          try row.insert(at: campground, of: siteClass, in: session.scratch)
          session.summary.accepted += 1
          session.summary.newSites += 1
          names[row.name] = "row \(row.source.number) is already site \(row.name)"
        } catch {
          session.summary.rejects.append(
            ImportReject(row: row.source, column: Self.column(of: error), reason: "\(error)"))
        }
      }
      takenBy[campground.name] = names
    }
  }
}
