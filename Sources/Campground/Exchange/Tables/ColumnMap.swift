import Foundation

/// Which columns of a spreadsheet say what.
struct ColumnMap {
  private let columns: [ImportField: [Int]]

  /// The headings of the columns that are not imported, in order.
  let ignored: [String]

  /// Finds the columns by their headings, unless the user chose them.
  ///
  /// - Parameter fields: the fields that the import knows.
  /// - Throws: `ImportError.unknownColumn`, `.unknownField` and `.sameField`.
  init(
    of header: CSVHeader, for fields: [ImportField], choosing choices: [ColumnChoice] = []
  ) throws(ImportError) {
    var columns: [ImportField: [Int]] = [:]
    var chosen: Set<Int> = []
    for choice in choices {
      let folded = Self.folded(choice.column)
      guard
        let column = header.index(of: choice.column)
          ?? header.names.firstIndex(where: { Self.folded($0) == folded })
      else { throw .unknownColumn(choice.column, known: header.names) }
      chosen.insert(column)
      guard let field = choice.field else { continue }
      guard fields.contains(field) else { throw .unknownField(field.rawValue, known: fields) }
      guard columns[field] == nil || field.isCombined else {
        throw .sameField(field, (columns[field] ?? []).map { header.names[$0] } + [choice.column])
      }
      columns[field, default: []].append(column)
    }
    let headings = header.names.map(Self.folded)
    for field in fields where columns[field] == nil {
      let found = field.headings.flatMap { heading in
        headings.indices.filter { headings[$0] == heading && !chosen.contains($0) }
      }
      let meant = field.isCombined ? found.sorted() : Array(found.prefix(1))
      guard !meant.isEmpty else { continue }
      columns[field] = meant
      chosen.formUnion(meant)
    }
    self.columns = columns
    let mapped = Set(columns.values.joined())
    ignored = header.names.indices.filter { !mapped.contains($0) }.map { header.names[$0] }
  }

  func has(_ field: ImportField) -> Bool { columns[field] != nil }

  /// The columns of a field, in the order of the file or as they were chosen.
  func columns(of field: ImportField) -> [Int] { columns[field] ?? [] }

  /// A heading as letters and digits in lower case: `checkindate` for "Check-In Date".
  private static func folded(_ heading: String) -> String {
    heading.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .filter { $0.isLetter || $0.isNumber }
  }
}
