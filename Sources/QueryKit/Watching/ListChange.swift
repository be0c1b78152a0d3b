import Rendering

/// A row of a watched list, and what happened to it.
struct ListChange {
  enum Kind: String {
    case insert
    case delete
    case move
    case update

    /// What stands before the row for people.
    var sign: String {
      switch self {
      case .insert: "+"
      case .delete: "-"
      case .move, .update: "~"
      }
    }
  }

  /// The row, with the title of its section.
  struct Row: Equatable {
    /// Null without sections.
    var section: Cell
    var cells: [Cell]
  }

  var kind: Kind
  var row: Row
}
