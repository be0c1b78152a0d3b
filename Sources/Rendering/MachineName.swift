extension String {
  /// The name of a heading for programs: `to_come` for `to come`, `percent_of_all` for `% of all`.
  package var machineName: String {
    replacing("%", with: "percent").lowercased()
      .split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
  }
}

extension Cell {
  /// The value, with the members of objects renamed for programs.
  var forPrograms: Cell {
    switch self {
    case .list(let cells): .list(cells.map(\.forPrograms))
    case .object(let members): .object(members.map { ($0.0.machineName, $0.1.forPrograms) })
    default: self
    }
  }
}
