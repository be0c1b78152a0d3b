import Foundation
import Rendering

/// The ending of a file's name, which says in which format an answer is written to it.
package enum FileEnding: Sendable, Hashable {
  /// A format that answers have.
  case format(OutputFormat)
  /// An image of a chart, which some answers have.
  case chart
  /// A PDF document, which is printed from the answer as a page.
  case document
  /// A format that is known, but that answers do not have.
  case unsupported
  /// None, or one that names no format: the answer is written in the format of the shell.
  case unknown

  /// The ending of a path, in any case.
  package init(of path: String) {
    let ending = (path as NSString).pathExtension.lowercased()
    self =
      if let format = Self.formats[ending] {
        .format(format)
      } else if ending == "svg" {
        .chart
      } else if ending == "pdf" {
        .document
      } else {
        Self.otherEndings.contains(ending) ? .unsupported : .unknown
      }
  }

  /// The format that an answer is written in, of which a document is made; nil where the ending names
  /// none that answers have.
  package var format: OutputFormat? {
    switch self {
    case .format(let format): format
    case .document: .html
    case .chart, .unsupported, .unknown: nil
    }
  }

  /// Whether it is the ending of a paper to read, rather than of data.
  package var isForReading: Bool {
    switch self {
    case .format(.html), .format(.table), .document, .unknown: true
    case .format, .chart, .unsupported: false
    }
  }

  private static let formats: [String: OutputFormat] = [
    "csv": .csv, "json": .json, "jsonl": .jsonl, "md": .markdown, "html": .html, "htm": .html,
    "txt": .table,
  ]

  private static let otherEndings: Set = ["ics", "xlsx", "xls", "ods"]

  /// What to write instead of an unsupported format.
  static let advice =
    "write .csv for a spreadsheet, .pdf, .html, .md or .txt to read, .json or .jsonl for programs"

  /// The error for a path with an unsupported ending.
  package static func fault(of path: String, at argument: String? = nil) -> ValueFault {
    ValueFault(
      "answers cannot be written as .\((path as NSString).pathExtension.lowercased())",
      hint: advice, at: argument)
  }
}
