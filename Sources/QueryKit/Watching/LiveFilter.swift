import Foundation

/// Finds the rows that contain a text, capitals and accents aside, a few at a time, so that keys
/// are answered meanwhile.
struct LiveFilter {
  /// What was typed.
  let text: String
  /// The sections in which rows were found, with these rows.
  private(set) var found: [(section: Int, rows: [Int])] = []
  /// Whether all rows were looked at.
  private(set) var isDone = false

  private let folded: String
  private var next = (section: 0, row: 0)

  init(_ text: String) {
    self.text = text
    folded = Self.folded(text)
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// Whether one of some texts contains what was typed.
  func matches(_ texts: [String]) -> Bool {
    texts.contains { Self.folded($0).contains(folded) }
  }

  /// Looks at rows until there are no more of them, or until it is to stop.
  ///
  /// - Parameters:
  ///   - sizes: how many rows each section has.
  ///   - texts: gives what is shown of a row.
  mutating func search(
    _ sizes: [Int], until mustStop: () -> Bool, _ texts: (_ section: Int, _ row: Int) -> [String]
  ) {
    while next.section < sizes.count {
      guard next.row < sizes[next.section] else {
        next = (next.section + 1, 0)
        continue
      }
      if mustStop() { return }
      if matches(texts(next.section, next.row)) {
        if found.last?.section == next.section {
          found[found.count - 1].rows.append(next.row)
        } else {
          found.append((next.section, [next.row]))
        }
      }
      next.row += 1
    }
    isDone = true
  }
}
