/// The lines of a list in sections: a heading for each section, where there are headings, and a line
/// for each of its rows.
package struct ListOutline: Sendable {
  /// What stands on a line.
  package enum Line: Sendable, Hashable {
    case heading(section: Int)
    case row(section: Int, row: Int)
  }

  /// How many rows each section has.
  package let sections: [Int]
  package let hasHeadings: Bool
  /// The line that each section begins on.
  private let starts: [Int]
  /// How many lines there are.
  package let count: Int
  /// How many rows there are.
  package let rowCount: Int

  /// - Parameter hasHeadings: whether sections have headings; without them there is one at most.
  package init(_ sections: [Int], hasHeadings: Bool) {
    self.sections = sections
    self.hasHeadings = hasHeadings
    var starts: [Int] = []
    var count = 0
    for section in sections {
      starts.append(count)
      count += section + (hasHeadings ? 1 : 0)
    }
    self.starts = starts
    self.count = count
    rowCount = sections.reduce(0, +)
  }

  /// What stands on a line, from 0 to `count - 1`.
  package subscript(line: Int) -> Line {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= line { low = middle } else { high = middle - 1 }
    }
    let row = line - starts[low] - (hasHeadings ? 1 : 0)
    return row < 0 ? .heading(section: low) : .row(section: low, row: row)
  }

  /// What stands on some lines, as far as there are that many.
  package func lines(_ range: Range<Int>) -> [Line] {
    range.clamped(to: 0..<count).map { self[$0] }
  }
}
