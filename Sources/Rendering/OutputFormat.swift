/// The output formats, by the names that `--output` takes.
package enum OutputFormat: String, CaseIterable, Sendable {
  case table
  case box
  case markdown
  case csv
  case json
  case jsonl
  case line
  case plain

  /// A description of the format, on one line.
  package var summary: String {
    switch self {
    case .table: "columns under a dashed header, in plain characters"
    case .box: "columns in a drawn box, for a terminal"
    case .markdown: "a pipe table to paste into a document"
    case .csv: "comma-separated values with a header, for spreadsheets"
    case .json: "one array of objects, for programs"
    case .jsonl: "one JSON object a line, for streams and logs"
    case .line: "one 'name = value' a line, for wide rows"
    case .plain: "values between tabs under a header, for scripts"
    }
  }
}
