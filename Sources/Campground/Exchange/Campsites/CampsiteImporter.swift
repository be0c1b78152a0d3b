import Foundation
import ObjectGraph

/// Imports campsites from a CSV file with the columns of Recreation.gov's campsite list.
///
/// Only `site`, the name, is required. `facility_name` names the campground, which is created if it
/// does not exist; without it, sites are added to the current one. The optional columns are
/// `campsite_id`, `loop`, `class` (created if it does not exist), `type`, `accessible`, `lat`,
/// `lon`, `max_num_of_people`, `max_num_of_vehicles`, `max_vehicle_length`, `driveway_entry`,
/// `shade`, `pets_allowed`, `electricity_hookup`, `water_hookup`, `sewer_hookup`, `tent_pad`, and
/// `rate`, the price of a night. Where several loops of a campground have sites of the same name,
/// the loop becomes part of the name: "Loop A 12".
public final class CampsiteImporter: Service {
  /// Imports a CSV text in one transaction, all rows or none.
  ///
  /// A site that already exists at its campground is rejected, and left unchanged in the store.
  ///
  /// - Returns: The summary, with every reject; if there is one, nothing was saved.
  /// - Throws: `CSVProblem` when the header is missing or lacks `site`, and store errors.
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

  /// Adds the loop to names that several loops of one campground share.
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

  /// The column at fault for a rejected row.
  private static func column(of error: any Error) -> String {
    let about = (error as? CampgroundError)?.about ?? []
    if about.contains(.property("name")) { return "site" }
    return about.contains(.property("class")) ? "class" : "rate"
  }

  private func insert(_ rows: [CampsiteRow], in session: ImportSession) throws {
    /// The rows and stored sites that already have a name, by campground and name.
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
        session.reject(row.source.problem("site", taken))
      } else {
        do {
          let siteClass = try session.siteClass(named: row.className, of: campground)
          try row.insert(at: campground, of: siteClass, in: session.scratch)
          session.summary.accepted += 1
          session.summary.newSites += 1
          names[row.name] = "row \(row.source.number) is already site \(row.name)"
        } catch {
          session.reject(row.source.problem(Self.column(of: error), "\(error)"))
        }
      }
      takenBy[campground.name] = names
    }
  }
}
