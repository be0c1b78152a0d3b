import Foundation
import ObjectGraph

/// One run of an import in a context: finds and creates campgrounds and keeps the summary.
final class ImportSession {
  let scratch: ManagedObjectContext
  let scope: ServiceScope
  let options: ImportOptions
  var summary = ImportSummary()

  private var campgrounds: [String: Campground] = [:]
  private var siteClasses: [Campground: [String: SiteClass]] = [:]

  /// The current instant.
  var now: Date { scope.clock.now }

  /// Today's calendar date at a campground.
  func today(at campground: Campground?) -> CalendarDate { scope.today(at: campground) }

  /// The book of stays of the context.
  private(set) lazy var book = StayBook(scope, in: scratch)

  /// Writes what was paid to the other program. It is a posting of its own, so that it has events
  /// like any payment.
  private(set) lazy var paymentPen = scope.pen("pay", in: scratch)

  /// Enters money that the other program took for a stay.
  func bringOver(_ amountMinor: Int64, _ text: String?, for stay: Reservation) {
    LedgerPage(of: stay, on: book.businessDay(of: stay), by: paymentPen).write(
      .payment, text ?? "Payment brought over", -amountMinor, method: .broughtOver)
  }

  private init(scratch: ManagedObjectContext, scope: ServiceScope, options: ImportOptions) {
    self.scratch = scratch
    self.scope = scope
    self.options = options
  }

  /// The class with a name, created if the campground does not have it; nil for no name.
  func siteClass(named name: String?, of campground: Campground) throws -> SiteClass? {
    guard let name else { return nil }
    let known =
      siteClasses[campground]
      ?? Dictionary(uniqueKeysWithValues: campground.siteClasses.map { ($0.name, $0) })
    siteClasses[campground] = known
    if let siteClass = known[name] { return siteClass }
    let siteClass = SiteClass(context: scratch)
    siteClass.name = try NameRule.checked(name, of: SiteClass.noun)
    siteClass.campground = campground
    siteClasses[campground]?[name] = siteClass
    return siteClass
  }

  /// Runs an import and saves the result in one transaction, unless it is a dry run or rows were
  /// rejected.
  static func run(
    in scope: ServiceScope, options: ImportOptions, _ body: (ImportSession) throws -> Void
  ) throws -> ImportSummary {
    try scope.change(
      { scratch in
        let session = ImportSession(scratch: scratch, scope: scope, options: options)
        try body(session)
        session.summary.rejects.sort { ($0.row, $0.line ?? 0) < ($1.row, $1.line ?? 0) }
        session.summary.remarks.sort { ($0.row, $0.line ?? 0) < ($1.row, $1.line ?? 0) }
        let isWhole = session.summary.rejects.isEmpty || options.skipsRejects
        session.summary.isSaved = isWhole && !options.isDryRun
        return session.summary
      }, if: \.isSaved)
  }

  /// Reads all rows as values; rows that cannot be read are rejected.
  ///
  /// - Throws: `CSVProblem` when the header lacks a column or cannot be read, and code 3072 when
  ///   the import is interrupted.
  func rows<Value>(
    of data: Data, requiring alternatives: [[String]],
    _ body: (CSVRow) throws(CSVProblem) -> Value
  ) throws -> [Value] {
    var reader = try CSVReader(data, encoding: options.encoding)
    for names in alternatives where !names.contains(where: { reader.header.index(of: $0) != nil }) {
      try reader.header.require(Array(names.prefix(1)))
    }
    return try rows(of: &reader, body)
  }

  /// Reads the rows that are left as values; rows that cannot be read are rejected.
  ///
  /// - Throws: code 3072 when the import is interrupted.
  func rows<Value>(
    of reader: inout CSVReader, _ body: (CSVRow) throws(CSVProblem) -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    while true {
      try checkInterruption()
      do throws(CSVProblem) {
        guard let row = try reader.next() else { return values }
        summary.rowsRead += 1
        values.append(try body(row))
      } catch {
        if case .badValue = error.reason {} else { summary.rowsRead += 1 }
        reject(error)
      }
    }
  }

  func reject(_ problem: CSVProblem) { summary.rejects.append(ImportReject(problem)) }

  /// Rejects a row that names a place which the store does not have.
  func reject(missing problem: CSVProblem) {
    reject(problem)
    summary.namesMissingPlaces = true
  }

  /// Says what is doubtful about a row that is imported.
  func remark(_ row: CSVRow, _ text: String) {
    summary.remarks.append(
      ImportReject(row: row.number, line: row.line, column: nil, reason: text))
  }

  /// Shows how many rows are done, every hundredth time.
  func show(_ done: Int, of all: Int) {
    guard let progress = options.progress, done.isMultiple(of: 100) else { return }
    progress(Double(done) / Double(max(1, all)))
  }

  /// - Throws: code 3072 when the coordinator was told to interrupt.
  func checkInterruption() throws {
    try scratch.persistentStoreCoordinator?.checkInterruption()
  }

  /// The campground with a name; nil where it does not exist.
  func knownCampground(named name: String) throws -> Campground? {
    if let known = campgrounds[name] { return known }
    guard let stored = try CampgroundService.campground(named: name, in: scratch) else {
      return nil
    }
    campgrounds[name] = stored
    return stored
  }

  /// The campground with a name, created if it does not exist; an empty name is the current one.
  func campground(named name: String) throws -> Campground {
    if let known = campgrounds[name] { return known }
    let campground: Campground
    if name.isEmpty {
      let isNew = try scope.campground(in: scratch) == nil
      campground = try scope.campgroundOrNew(in: scratch)
      if isNew {
        campground.timeZone = options.timeZone ?? scope.timeZone
        summary.newCampgrounds.append(campground.name)
      }
    } else if let stored = try CampgroundService.campground(named: name, in: scratch) {
      campground = stored
    } else {
      let current = try scope.campground(in: scratch)
      campground = Campground(context: scratch)
      campground.name = name
      campground.timeZone = options.timeZone ?? current?.timeZone ?? scope.timeZone
      campground.currency = options.currency ?? current?.currency ?? .usd
      summary.newCampgrounds.append(name)
    }
    campgrounds[name] = campground
    campgrounds[campground.name] = campground
    return campground
  }

  /// The sites of a campground by name. Makes one fetch.
  func sites(of campground: Campground) throws -> [String: CampSite] {
    // A new campground has none in the store, and a fetch would scan all new objects.
    guard !campground.isInserted else { return [:] }
    return Dictionary(
      try scratch.fetch(CampSite.self, where: "campground == %@", campground).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
  }
}
