import Foundation

/// A spreadsheet as another program saved it: its rows, and the forms of its dates and amounts, which
/// are decided once for all rows.
struct Sheet {
  let map: ColumnMap
  let rows: [SheetRow]
  let dates: DateForm
  let amounts: AmountForm
  let currency: Currency

  private static let datedFields: [ImportField] = [.arrival, .departure]
  private static let amountFields: [ImportField] = [.total, .price, .paid, .amount]

  /// Reads a CSV text; rows that cannot be read are rejected.
  ///
  /// - Parameters:
  ///   - fields: the fields that the import knows.
  ///   - required: groups of fields, at least one of each must have a column.
  /// - Throws: `CSVProblem` and `ImportError`, and code 3072 when the import is interrupted.
  init(
    _ data: Data, for fields: [ImportField], requiring required: [[ImportField]],
    in session: ImportSession
  ) throws {
    let campground = try session.scope.campground(in: session.scratch)
    currency = campground?.currency ?? session.options.currency ?? .usd
    var reader = try CSVReader(data, encoding: session.options.encoding)
    let map = try ColumnMap(of: reader.header, for: fields, choosing: session.options.columns)
    for group in required where !group.contains(where: map.has) {
      throw ImportError.missingField(group, known: reader.header.names)
    }
    let rows = try session.rows(of: &reader) { SheetRow(source: $0, map: map) }
    let order = DateOrder(campground?.locale ?? Locale(identifier: "en_US"))
    dates = try DateForm.form(
      of: rows.lazy.flatMap { row in Self.datedFields.compactMap { row.value($0) } },
      given: session.options.dates, usual: DateForm(order))
    amounts = AmountForm.form(
      of: rows.flatMap { row in Self.amountFields.compactMap { row.value($0) } }, currency)
    (self.map, self.rows) = (map, rows)
  }
}
