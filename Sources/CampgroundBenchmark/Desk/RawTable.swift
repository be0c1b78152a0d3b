/// A table to which rows are added by hand, with keys from Z_PRIMARYKEY.
final class RawTable {
  /// The first parameter is the key; values are bound from the second one on.
  let insert: RawStatement
  private let lastKey: RawStatement
  private let claim: RawStatement
  private let greatest: RawStatement?

  /// - Parameters:
  ///   - columns: the columns to bind, in order; all others have the same value in every row.
  ///   - isNumbered: whether the last bound column is a number that the table assigns.
  init(
    _ database: RawDatabase, _ entity: String, _ columns: [String],
    constants: KeyValuePairs<String, String> = [:], isNumbered: Bool = false
  ) throws {
    let row = try RawStatement(
      database, "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)'")
    guard try row.next() else { throw RawError(message: "no entity \(entity)") }
    let number = row.integer(0)
    let table = "Z\(entity.uppercased())"
    let bound = columns + (isNumbered ? ["ZNUMBER"] : [])
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + bound + constants.map(\.key)
    let values =
      ["?", "\(number)", "1"] + bound.map { _ in "?" } + constants.map(\.value)
    insert = try RawStatement(
      database,
      "INSERT INTO \(table) (\(names.joined(separator: ", "))) "
        + "VALUES (\(values.joined(separator: ", ")))")
    lastKey = try RawStatement(
      database, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
    claim = try RawStatement(
      database, "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = \(number)")
    greatest =
      isNumbered ? try RawStatement(database, "SELECT MAX(ZNUMBER) FROM \(table)") : nil
    row.reset()
  }

  /// Claims keys for some rows and returns the first.
  func claimKeys(_ count: Int = 1) throws -> Int64 {
    guard try lastKey.next() else { throw RawError(message: "no keys") }
    let last = lastKey.integer(0)
    lastKey.reset()
    claim.bind(last + Int64(count), at: 1)
    try claim.runOnce()
    return last + 1
  }

  /// The number for the next row.
  func nextNumber() throws -> Int64 {
    guard let greatest, try greatest.next() else { throw RawError(message: "no numbers") }
    defer { greatest.reset() }
    return greatest.integer(0) + 1
  }

  /// Writes the row whose values are bound.
  func add(_ key: Int64) throws {
    insert.bind(key, at: 1)
    try insert.run()
  }
}
