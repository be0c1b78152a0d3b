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
  case html
}
