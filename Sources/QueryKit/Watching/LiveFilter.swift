import Foundation

/// Finds the rows that contain a text, ignoring case and diacritics.
///
/// It searches in increments, so that the list keeps responding to keys.
struct LiveFilter {
  /// The text to find.
  let text: String
  /// The matching rows found so far, by section; sections without matches are left out.
  private(set) var found: [(section: Int, rows: [Int])] = []
  /// Whether all rows have been searched.
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

  /// Whether any of the texts contains the text to find.
  func matches(_ texts: [String]) -> Bool {
    texts.contains { Self.folded($0).contains(folded) }
  }

  /// Continues the search until all rows have been searched or `mustStop` returns true.
  ///
  /// - Parameters:
  ///   - sizes: the number of rows in each section.
  ///   - mustStop: called before each row.
  ///   - texts: returns the displayed texts of a row.
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
