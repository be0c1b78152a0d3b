/// Days side by side and a row for each thing that has something on them, as on a wall planner.
///
/// Days that do not fit into the width of the terminal go on below, in parts.
package struct DayGrid: Drawing {
  /// The head of a day's column.
  package struct Day: Sendable {
    let period: String
    let number: String
    let name: String

    /// Makes a head.
    ///
    /// - Parameters:
    ///   - period: what is written once above the days that share it, such as the month.
    ///   - number: at most two characters.
    ///   - name: at most two characters, such as the weekday.
    package init(period: String, number: String, name: String) {
      self.period = period
      self.number = number
      self.name = name
    }
  }

  /// What stands in a row on one day.
  package struct Mark: Sendable {
    let edge: String
    let letter: String
    let tone: Tone

    /// Makes a mark of one letter, with an edge of at most one character before it.
    package init(edge: String = "", _ letter: String, _ tone: Tone) {
      self.edge = edge
      self.letter = letter
      self.tone = tone
    }
  }

  private let corner: String
  private let days: [Day]
  private let rows: [(label: String, marks: [Mark])]
  private let legend: [(mark: Mark, meaning: String)]

  /// Makes a grid; each row has a mark for each day.
  package init(
    corner: String, days: [Day], rows: [(label: String, marks: [Mark])],
    legend: [(mark: Mark, meaning: String)]
  ) {
    self.corner = corner
    self.days = days
    self.rows = rows
    self.legend = legend
  }

  /// The columns of a day, with the blank before it.
  private static let dayWidth = 3

  /// The text: the parts with an empty line between them, then the legend.
  package func text(_ options: Renderer.Options) -> String {
    let labelWidth = ([corner] + rows.map(\.label)).map(DisplayWidth.of).max() ?? 0
    let most = options.width.map { max(1, ($0 - labelWidth) / Self.dayWidth) } ?? days.count
    let style = TextStyle(isOn: options.usesColor)
    let parts = stride(from: 0, to: days.count, by: max(1, most)).map { start in
      part(start..<min(start + most, days.count), labelWidth: labelWidth, style)
    }
    return parts.joined(separator: "\n") + "\n" + legendText(options.width, style)
  }

  private func part(_ range: Range<Int>, labelWidth: Int, _ style: TextStyle) -> String {
    let blank = String(repeating: " ", count: labelWidth)
    let numbers = range.map { Self.leading(days[$0].number) }
    let names = range.map { Self.leading(days[$0].name) }
    var lines = [
      blank + periods(in: range),
      Self.padded(corner, to: labelWidth) + numbers.joined(),
      blank + names.joined(),
    ].map { style.bold(Self.withoutBlankEnd($0)) }
    for row in rows {
      let marks = range.map { index in
        let mark = row.marks.indices.contains(index) ? row.marks[index] : Mark("", .plain)
        let edge = mark.edge.isEmpty ? " " : mark.edge
        return " " + edge + style.toned(mark.letter, mark.tone)
      }
      lines.append(Self.withoutBlankEnd(Self.padded(row.label, to: labelWidth) + marks.joined()))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Each period above the first of its days, shortened where the next one begins.
  private func periods(in range: Range<Int>) -> String {
    var line = ""
    var start = range.lowerBound
    while start < range.upperBound {
      let period = days[start].period
      let end =
        days[start..<range.upperBound].firstIndex { $0.period != period }
        ?? range.upperBound
      let room = (end - start) * Self.dayWidth
      // The last period may reach beyond its days, nothing stands behind it.
      let isLast = end == range.upperBound
      let text = isLast ? period : Self.shortened(period, to: room - 1)
      line += isLast ? " " + text : Self.padded(" " + text, to: room)
      start = end
    }
    return line
  }

  /// The text, or its first three letters, or nothing.
  private static func shortened(_ text: String, to room: Int) -> String {
    [text, String(text.prefix(3))].first { DisplayWidth.of($0) <= room } ?? ""
  }

  private func legendText(_ width: Int?, _ style: TextStyle) -> String {
    var lines: [[String]] = [[]]
    var used = 0
    for (mark, meaning) in legend {
      let plain = mark.edge + mark.letter + " " + meaning
      let length = DisplayWidth.of(plain) + 3
      if let width, used > 0, used + length - 3 > width {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1].append(
        mark.edge + style.toned(mark.letter, mark.tone) + " " + meaning)
      used += length
    }
    return lines.filter { !$0.isEmpty }.map { $0.joined(separator: " · ") + "\n" }.joined()
  }

  private static func leading(_ text: String) -> String {
    String(repeating: " ", count: max(1, dayWidth - DisplayWidth.of(text))) + text
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }

  private static func withoutBlankEnd(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
