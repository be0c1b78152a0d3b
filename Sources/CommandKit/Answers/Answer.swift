import Rendering

/// What a command answers, before it is put into the form that the user chose.
package enum Answer: Sendable {
  /// There is nothing to say.
  case nothing
  /// Text that is the same in every form, such as help.
  case text(String)
  /// A sentence for people, and what it says as a record for programs.
  case message(String, record: Record)
  /// Lines for people, each with its line end, and what they say as records for programs.
  case messages(String, records: [Record])
  /// Rows, and what a person is told when there are none, and when there are more.
  case table(ResultTable, empty: String, more: String? = nil)
  /// A drawing for people, and what it shows as rows for programs.
  case drawing(any Drawing, table: ResultTable)
  /// Rows as the store has them, by its names, and what a person is told when there are none.
  case storedRows(ResultTable, empty: String? = nil)
  /// Everything about one thing.
  case details(Record, lists: [List])
  /// Rows with what they come to, and what a person is told when there are none, and when there are
  /// more; a form for rows alone has no room for what they come to.
  case summary(Record, List, empty: String, more: String? = nil)

  /// What people are told, and the same as a record for programs, and as rows in a form for rows alone.
  indirect case forms(Answer, record: Record, rows: ResultTable)

  /// Rows under a title.
  package typealias List = (title: String, table: ResultTable)

  /// Named values in their order.
  package typealias Record = [(name: String, value: Cell)]
}

extension Answer {
  /// Rows, of which a narrow terminal can do without some columns.
  package static func table(
    _ table: ResultTable, asides: Set<String>, empty: String, more: String? = nil
  ) -> Answer {
    let columns = table.columns.map { column in
      var column = column
      column.isAside = asides.contains(column.name)
      return column
    }
    return .table(ResultTable(columns: columns, rows: table.rows), empty: empty, more: more)
  }
}
