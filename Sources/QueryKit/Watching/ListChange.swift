import Rendering

/// A change to a row of a watched list.
struct ListChange {
  enum Kind: String {
    case insert
    case delete
    case move
    case update

    /// The sign shown before the row.
    var sign: String {
      switch self {
      case .insert: "+"
      case .delete: "-"
      case .move, .update: "~"
      }
    }
  }

  /// A row's cells, with its section's title.
  struct Row: Equatable {
    /// The section's title; null if the list has no sections.
    var section: Cell
    var cells: [Cell]
  }

  var kind: Kind
  var row: Row
}
