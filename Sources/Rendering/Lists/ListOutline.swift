/// The lines of a list in sections: an optional heading for each section, and a line for each of
/// its rows.
package struct ListOutline: Sendable {
  /// The content of a line.
  package enum Line: Sendable, Hashable {
    case heading(section: Int)
    case row(section: Int, row: Int)
  }

  /// The number of rows in each section.
  package let sections: [Int]
  package let hasHeadings: Bool
  /// The first line of each section.
  private let starts: [Int]
  /// The number of lines.
  package let count: Int
  /// The number of rows.
  package let rowCount: Int

  /// - Parameter hasHeadings: whether sections have headings; without them, there is at most one
  ///   section.
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

  /// The content of a line, from 0 to `count - 1`.
  package subscript(line: Int) -> Line {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= line { low = middle } else { high = middle - 1 }
    }
    let row = line - starts[low] - (hasHeadings ? 1 : 0)
    return row < 0 ? .heading(section: low) : .row(section: low, row: row)
  }

  /// The contents of a range of lines, as far as they exist.
  package func lines(_ range: Range<Int>) -> [Line] {
    range.clamped(to: 0..<count).map { self[$0] }
  }
}
