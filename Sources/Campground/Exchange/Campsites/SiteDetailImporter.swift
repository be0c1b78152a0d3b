import Foundation
import ObjectGraph

/// Imports details of campsites from a CSV file with the columns of Recreation.gov's list of
/// attributes, whatever the names of the attributes are.
///
///     let importer = SiteDetailImporter(managedObjectContext: context, storeStack: stack)
///     let summary = try importer.importDetails(at: file)
///
/// The columns `campsite_id` (the identifier read by the import of campsites), `name` and `value`
/// are required; `category` is optional and groups the details for display. A name is kept as the
/// file spells it; an empty one becomes "unnamed". A row without a value is skipped. Several values
/// of one name at one campsite are joined with commas into one detail. A detail already in the
/// store gets the file's value.
public final class SiteDetailImporter: Service {
  /// Imports a CSV text in one transaction, all rows or none.
  ///
  /// - Returns: The summary, with every reject; if there is one, nothing was saved.
  /// - Throws: `CSVProblem` when the header is missing or lacks a required column, and store
  ///   errors.
  public func importDetails(
    from data: Data, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try ImportSession.run(in: scope, options: options) { session in
      let rows = try session.rows(of: data, requiring: [["campsite_id"], ["name"], ["value"]]) {
        row throws(CSVProblem) in try SiteDetailRow(row)
      }
      var sites = try SitesWithDetails(in: session.scratch)
      for row in rows {
        try session.checkInterruption()
        guard let known = sites.take(row) else {
          session.reject(
            row.source.problem(
              "campsite_id", "no campsite has the identifier \(row.siteIdentifier)"))
          continue
        }
        if known { session.summary.accepted += 1 }
      }
    }
  }
}

/// A detail in a row of a file.
private struct SiteDetailRow {
  let source: CSVRow
  let siteIdentifier: String
  let category: String?
  let name: String
  let value: String?

  /// The name of a detail without one.
  private static let unnamed = "unnamed"

  init(_ row: CSVRow) throws(CSVProblem) {
    source = row
    guard let identifier = row.text("campsite_id") else {
      throw row.problem("campsite_id", "the campsite identifier is missing")
    }
    siteIdentifier = identifier
    category = try row.line("category")
    name = try row.line("name") == nil ? Self.unnamed : row["name"] ?? Self.unnamed
    value = try row.line("value")
  }
}

/// The campsites by their identifiers, and their details by name.
private struct SitesWithDetails {
  private let scratch: ManagedObjectContext
  private let sites: [String: CampSite]
  private var details: [CampSite: [String: SiteDetail]] = [:]
  /// The details that rows of this file have already written.
  private var written: Set<SiteDetail> = []

  /// Reads the campsites and their details, in two fetches.
  init(in scratch: ManagedObjectContext) throws {
    self.scratch = scratch
    sites = Dictionary(
      try scratch.fetch(CampSite.self, where: "externalIdentifier != nil")
        .map { ($0.externalIdentifier ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    guard !sites.isEmpty else { return }
    for detail in try scratch.fetch(
      SiteDetail.self, where: "campSite.externalIdentifier != nil")
    {
      guard let site = detail.campSite else { continue }
      details[site, default: [:]][detail.name] = detail
    }
  }

  /// Applies a row.
  ///
  /// - Returns: Whether the row had a value; nil if there is no such campsite.
  mutating func take(_ row: SiteDetailRow) -> Bool? {
    guard let site = sites[row.siteIdentifier] else { return nil }
    guard let value = row.value else { return false }
    let detail = details[site]?[row.name] ?? SiteDetail(context: scratch)
    if details[site]?[row.name] == nil {
      detail.name = row.name
      detail.campSite = site
      details[site, default: [:]][row.name] = detail
    }
    detail.category = row.category ?? detail.category
    detail.value = written.insert(detail).inserted ? value : "\(detail.value), \(value)"
    return true
  }
}
