/// A result to be written: named columns and rows of cells.
package struct ResultTable: Sendable {
  /// The side of a column its values lean on.
  package enum Alignment: Sendable {
    /// Text.
    case leading
    /// Numbers.
    case trailing
  }

  /// A column's heading.
  package struct Column: Sendable, Equatable {
    package let name: String
    package let alignment: Alignment

    /// Whether a narrow terminal can do without it.
    package var isAside: Bool

    /// Whether its values mislead when they are cut, as numbers do, times and phone numbers.
    package let isWhole: Bool

    /// Makes a heading.
    ///
    /// - Parameter isWhole: as numbers are by default.
    package init(
      _ name: String, alignment: Alignment = .leading, isAside: Bool = false, isWhole: Bool? = nil
    ) {
      self.name = name
      self.alignment = alignment
      self.isAside = isAside
      self.isWhole = isWhole ?? (alignment == .trailing)
    }

    /// A column of numbers.
    package static func number(_ name: String, isAside: Bool = false) -> Column {
      Column(name, alignment: .trailing, isAside: isAside)
    }
  }

  package let columns: [Column]
  /// Each has as many cells as there are columns.
  package let rows: [[Cell]]

  /// Makes a table.
  ///
  /// Rows that are short end in nulls; for rows that are long, columns named by their position are
  /// added, so that no value is lost.
  package init(columns: [Column], rows: [[Cell]]) {
    let width = max(columns.count, rows.map(\.count).max() ?? 0)
    self.columns = columns + (columns.count..<width).map { Column("column \($0 + 1)") }
    self.rows = rows.map { $0 + Array(repeating: .null, count: width - $0.count) }
  }

  /// The same table with one more column, of which there is a cell for each row.
  package func adding(_ column: Column, _ cells: [Cell]) -> ResultTable {
    ResultTable(columns: columns + [column], rows: zip(rows, cells).map { $0 + [$1] })
  }

  /// The same table with some of its columns.
  package func keepingColumns(where isKept: (Int) -> Bool) -> ResultTable {
    let kept = columns.indices.filter(isKept)
    return ResultTable(
      columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }

  /// The same table with the names by which programs know what people read in headings, also in what
  /// the cells have in them.
  package var forPrograms: ResultTable {
    ResultTable(
      columns: columns.map { column in
        Column(
          column.name.machineName, alignment: column.alignment, isAside: column.isAside,
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
