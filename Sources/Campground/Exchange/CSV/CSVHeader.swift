/// The columns of a CSV text, found by name.
public struct CSVHeader: Sendable {
  /// The names in the order of the file.
  public let names: [String]

  private let indices: [String: Int]

  /// The index of a column, from 0; nil when it does not exist. Names are compared exactly.
  public func index(of name: String) -> Int? { indices[name] }

  /// Checks that all of these columns exist.
  ///
  /// - Throws: `CSVProblem` that names the first missing one and lists the existing columns.
  public func require(_ names: [String]) throws(CSVProblem) {
    guard let missing = names.first(where: { indices[$0] == nil }) else { return }
    throw CSVProblem(
      row: 1, line: 1, column: 1,
      reason: .missingColumn(missing, available: self.names))
  }

  init(_ record: CSVRecord) throws(CSVProblem) {
    let names = record.fields.indices.map(record.text)
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() where !name.isEmpty {
      guard indices.updateValue(index, forKey: name) == nil else {
        let place = record.place(of: index)
        throw CSVProblem(
          row: record.number, line: place.line, column: place.column,
          reason: .duplicateColumn(name))
      }
    }
    self.names = names
    self.indices = indices
  }
}
