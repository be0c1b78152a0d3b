import Foundation
import ObjectGraph

/// Brings details of campsites in from a CSV file, with the columns of Recreation.gov's list of
/// attributes: whatever its names are, none of them has to be foreseen.
///
///     let importer = SiteDetailImporter(managedObjectContext: context, storeStack: stack)
///     let summary = try importer.importDetails(at: file)
///
/// Needed are `campsite_id`, the identifier that the import of campsites has read, `name` and
/// `value`; `category` is the group in which a detail is shown. A name is kept as the file spells
/// it; an empty one is called "unnamed". A row without a value tells nothing and is passed over.
/// Values of one name at one campsite stand in one detail, with commas. A detail that the store has
/// gets the file's value.
public final class SiteDetailImporter: Service {
  /// Imports a file.
  ///
  /// - Throws: `ImportError.unreadable`, and as `importDetails(from:options:)`.
  public func importDetails(
    at url: URL, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try importDetails(from: ImportSession.data(at: url), options: options)
  }

  /// Imports a CSV text, all rows or none, in one transaction.
  ///
  /// - Returns: the summary, with every reject; nothing was saved when there is one.
  /// - Throws: `CSVProblem` when the header is not there or lacks a column that is needed, and what
  ///   the store reports.
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
          session.summary.rejects.append(
            ImportReject(
              row: row.source, column: "campsite_id",
              reason: "no campsite has the identifier \(row.siteIdentifier)"))
          continue
        }
        if known { session.summary.accepted += 1 }
      }
    }
  }
}

/// A detail as a row of a file tells it.
private struct SiteDetailRow {
  let source: CSVRow
  let siteIdentifier: String
  let category: String?
  let name: String
  let value: String?

  /// What a detail without a name is called.
  private static let unnamed = "unnamed"

  init(_ row: CSVRow) throws(CSVProblem) {
    let fields = CSVFields(row: row)
    source = row
    guard let identifier = fields.text("campsite_id") else {
      throw row.problem("campsite_id", "the campsite identifier is missing")
    }
    siteIdentifier = identifier
    category = try fields.line("category")
    name = try fields.line("name") == nil ? Self.unnamed : row["name"] ?? Self.unnamed
    value = try fields.line("value")
  }
}

/// The campsites by their identifiers, and their details by name.
private struct SitesWithDetails {
  private let scratch: ManagedObjectContext
  private let sites: [String: CampSite]
  private var details: [CampSite: [String: SiteDetail]] = [:]
  /// The details that a row of this file has written to.
  private var written: Set<SiteDetail> = []

  /// Reads the campsites and the details that they have, in two fetches.
  init(in scratch: ManagedObjectContext) throws {
    self.scratch = scratch
    let request = CampSite.fetchRequest()
    request.predicate = try FetchPredicate(format: "externalIdentifier != nil")
    sites = Dictionary(
      try scratch.fetch(request).map { ($0.externalIdentifier ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
    guard !sites.isEmpty else { return }
    let stored = SiteDetail.fetchRequest()
    stored.predicate = try FetchPredicate(format: "campSite.externalIdentifier != nil")
    for detail in try scratch.fetch(stored) {
      guard let site = detail.campSite else { continue }
      details[site, default: [:]][detail.name] = detail
    }
  }

  /// Takes over a row.
  ///
  /// - Returns: whether it told anything; nil where there is no such campsite.
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
