extension Cell: Equatable {
  package static func == (left: Cell, right: Cell) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.text(let left), .text(let right)), (.decimal(let left), .decimal(let right)):
      left == right
    case (.integer(let left), .integer(let right)): left == right
    // For detecting changes, NaN equals itself.
    case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
    case (.boolean(let left), .boolean(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.object(let left), .object(let right)):
      left.map(\.0) == right.map(\.0) && left.map(\.1) == right.map(\.1)
    default: false
    }
  }
}
