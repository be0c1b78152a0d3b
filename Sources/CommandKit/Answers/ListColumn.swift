import Rendering

/// A column of a list: its heading, and the value for each row.
///
///     let columns: [ListColumn<Voucher>] = [
///       ListColumn("voucher") { .text($0.code) }, .number("left") { Cell($0.remaining) },
///     ]
///     columns.table(of: vouchers)
package struct ListColumn<Row>: Sendable {
  package let heading: ResultTable.Column
  let cell: @MainActor (Row) -> Cell

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - rank: how much it matters where there is no room for all columns.
  ///   - isWhole: whether its values would mislead if they were folded.
  package init(
    _ name: String, rank: ResultTable.Rank = .first, isWhole: Bool = false,
    _ cell: @escaping @MainActor (Row) -> Cell
  ) {
    self.init(
      heading: ResultTable.Column(name, rank: rank, isWhole: isWhole), cell: cell)
  }

  init(heading: ResultTable.Column, cell: @escaping @MainActor (Row) -> Cell) {
    self.heading = heading
    self.cell = cell
  }

  /// A column of numbers.
  package static func number(
    _ name: String, rank: ResultTable.Rank = .first, _ cell: @escaping @MainActor (Row) -> Cell
  ) -> Self {
    Self(heading: .number(name, rank: rank), cell: cell)
  }
}

extension Array {
  /// Rows in these columns.
  @MainActor
  package func table<Row>(of rows: [Row]) -> ResultTable where Element == ListColumn<Row> {
    ResultTable(columns: map(\.heading), rows: rows.map { row in map { $0.cell(row) } })
  }

  /// The values of the columns for one row.
  @MainActor
  package func record<Row>(of row: Row) -> Answer.Record where Element == ListColumn<Row> {
    map { ($0.heading.name, $0.cell(row)) }
  }
}
