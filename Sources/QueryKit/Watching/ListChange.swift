import ObjectGraph
import Rendering

/// A change to a row of a watched list.
struct ListChange {
  /// A row's cells, with its section's title.
  struct Row: Equatable {
    /// The section's title; null if the list has no sections.
    var section: Cell
    var cells: [Cell]
  }

  var kind: FetchedResultsChangeType
  var row: Row
}

extension FetchedResultsChangeType {
  /// The sign shown before a changed row.
  var sign: String {
    switch self {
    case .insert: "+"
    case .delete: "-"
    case .move, .update: "~"
    }
  }
}
