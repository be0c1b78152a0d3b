/// A result: named columns and rows of cells.
package struct ResultTable: Sendable {
  /// The alignment of a column's values.
  package enum Alignment: Sendable {
    /// Text.
    case leading
    /// Numbers.
    case trailing
  }

  /// How much a column matters where there is no room for all of them.
  package enum Rank: Sendable, CaseIterable {
    case first
    case second
    case third
    /// Only where no text has to be folded for it.
    case aside
  }

  /// A column's heading.
  package struct Column: Sendable, Equatable {
    package let name: String
    package let alignment: Alignment

    /// How much it matters where there is no room for all columns.
    package let rank: Rank

    /// Whether its values mislead when cut or folded, as numbers, times and phone numbers do.
    package let isWhole: Bool

    /// Makes a heading.
    ///
    /// - Parameter isWhole: by default true for numbers.
    package init(
      _ name: String, alignment: Alignment = .leading, rank: Rank = .first, isWhole: Bool? = nil
    ) {
      self.name = name
      self.alignment = alignment
      self.rank = rank
      self.isWhole = isWhole ?? (alignment == .trailing)
    }

    /// A column of numbers.
    package static func number(_ name: String, rank: Rank = .first) -> Column {
      Column(name, alignment: .trailing, rank: rank)
    }
  }

  package let columns: [Column]
  /// The rows; each has as many cells as there are columns.
  package let rows: [[Cell]]

  /// Makes a table.
  ///
  /// Short rows are filled with nulls. For long rows, columns named by their position are added, so
  /// that no value is lost.
  package init(columns: [Column], rows: [[Cell]]) {
    let width = max(columns.count, rows.map(\.count).max() ?? 0)
    self.columns = columns + (columns.count..<width).map { Column("column \($0 + 1)") }
    self.rows = rows.map { $0 + Array(repeating: .null, count: width - $0.count) }
  }

  /// The same table with one more column, with a cell for each row.
  package func adding(_ column: Column, _ cells: [Cell]) -> ResultTable {
    ResultTable(columns: columns + [column], rows: zip(rows, cells).map { $0 + [$1] })
  }

  /// The same table with some of its columns.
  package func keepingColumns(where isKept: (Int) -> Bool) -> ResultTable {
    let kept = columns.indices.filter(isKept)
    return ResultTable(
      columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }

  /// The same table with names for programs in place of the headings, including those inside cells.
  package var forPrograms: ResultTable {
    ResultTable(
      columns: columns.map { column in
        Column(
          column.name.machineName, alignment: column.alignment, rank: column.rank,
          isWhole: column.isWhole)
      }, rows: rows.map { $0.map(\.forPrograms) })
  }

  /// The rows as a list of objects, for a cell of another table.
  package var cell: Cell {
    let names = columns.map(\.name)
    return .list(rows.map { .object(Array(zip(names, $0))) })
  }

  /// Whether no row has a value in a column.
  package func isEmpty(column: Int) -> Bool {
    rows.allSatisfy { if case .null = $0[column] { true } else { false } }
  }
}
