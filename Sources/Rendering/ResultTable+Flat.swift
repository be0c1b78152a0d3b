extension ResultTable {
  /// The same table with a single value in each cell, as in a spreadsheet.
  var flat: ResultTable {
    let parts = columns.indices.map { index in
      Self.flat(columns[index], rows.map { $0[index] })
    }
    return ResultTable(
      columns: parts.joined().map(\.column),
      rows: rows.indices.map { row in parts.joined().map { $0.cells[row] } })
  }

  /// A column with its cells.
  private typealias Part = (column: Column, cells: [Cell])

  private static func flat(_ column: Column, _ cells: [Cell]) -> [Part] {
    let objects = cells.map { cell -> [(String, Cell)]? in
      if case .object(let members) = cell { members } else { nil }
    }
    var names: [String] = []
    for (name, _) in objects.compactMap({ $0 }).joined() where !names.contains(name) {
      names.append(name)
    }
    guard names.isEmpty else {
      return names.flatMap { name in
        flat(
          Column("\(column.name).\(name)", alignment: column.alignment),
          objects.map { members in members?.first { $0.0 == name }?.1 ?? .null })
      }
    }
    let texts = cells.map(\.joined)
    return texts.contains { $0 == nil } ? [] : [(column, texts.map { $0 ?? .null })]
  }
}

extension Cell {
  /// The value, or the values of a list joined into a text; nil for objects.
  fileprivate var joined: Cell? {
    switch self {
    case .object: return nil
    case .list(let cells):
      let texts = cells.compactMap(\.joined).map { $0.plainText ?? "" }
      guard texts.count == cells.count else { return nil }
      return cells.isEmpty ? .null : .text(texts.joined(separator: "; "))
    default: return self
    }
  }
}
