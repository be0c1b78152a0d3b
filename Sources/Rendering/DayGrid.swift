/// Days side by side, with a row for each subject, as on a wall planner.
///
/// If there is room on all days, names are written across their days; otherwise, letters stand for
/// them. Days that do not fit into the width of the terminal continue below, in parts.
package struct DayGrid: Drawing {
  /// The heading of a day's column.
  package struct Day: Sendable {
    let period: String
    let number: String
    let name: String

    /// Makes a heading.
    ///
    /// - Parameters:
    ///   - period: the text written once above the days that share it, such as the month.
    ///   - number: at most two characters.
    ///   - name: at most two characters, such as the weekday.
    package init(period: String, number: String, name: String) {
      self.period = period
      self.number = number
      self.name = name
    }
  }

  /// The mark in a row on one day.
  package struct Mark: Sendable {
    let edge: String
    let letter: String
    let names: [String]
    let tone: Tone

    /// Makes a mark of one letter, with an edge of at most one character before it.
    ///
    /// - Parameter names: texts to write after the letter if there is room, the longest first. A
    ///   text continues on the next day if that has the same one and no edge.
    package init(edge: String = "", _ letter: String, names: [String] = [], _ tone: Tone) {
      self.edge = edge
      self.letter = letter
      self.names = names
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

  /// The width of a day with a letter, and of the blank before it.
  private static let dayOfLetter = 3
  /// The smallest and largest widths of a day with a name.
  private static let dayOfName = 8...14

  /// The text: the parts separated by empty lines, then the legend.
  package func text(_ options: Renderer.Options) -> String {
    let labelWidth = ([corner] + rows.map(\.label)).map(DisplayWidth.of).max() ?? 0
    let room = options.width.map { max(0, $0 - labelWidth) }
    let share = room.map { $0 / max(1, days.count) } ?? Self.dayOfLetter
    let dayWidth =
      share < Self.dayOfName.lowerBound
      ? Self.dayOfLetter : min(share, Self.dayOfName.upperBound)
    let most = room.map { max(1, $0 / dayWidth) } ?? days.count
    let style = TextStyle(isOn: options.usesColor)
    let parts = stride(from: 0, to: days.count, by: max(1, most)).map { start in
      part(start..<min(start + most, days.count), labelWidth, dayWidth, style)
    }
    return parts.joined(separator: "\n") + "\n" + legendText(options.width, style)
  }

  private func part(
    _ range: Range<Int>, _ labelWidth: Int, _ dayWidth: Int, _ style: TextStyle
  ) -> String {
    let blank = String(repeating: " ", count: labelWidth)
    let numbers = range.map { Self.heading(days[$0].number, dayWidth) }
    let names = range.map { Self.heading(days[$0].name, dayWidth) }
    var lines = [
      blank + periods(in: range, dayWidth),
      corner.padded(to: labelWidth) + numbers.joined(),
      blank + names.joined(),
    ].map { style.bold($0.withoutBlankEnd) }
    for row in rows {
      let marks = range.map { row.marks.indices.contains($0) ? row.marks[$0] : Mark("", .plain) }
      let line = row.label.padded(to: labelWidth) + Self.text(of: marks, dayWidth, style)
      lines.append(line.withoutBlankEnd)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func text(of marks: [Mark], _ dayWidth: Int, _ style: TextStyle) -> String {
    var text = ""
    var rest = marks[...]
    while let mark = rest.popFirst() {
      var room = dayWidth - 2
      if dayWidth > dayOfLetter, !mark.names.isEmpty {
        while let next = rest.first, next.edge.isEmpty, next.names == mark.names {
          room += dayWidth
          rest.removeFirst()
        }
      }
      text +=
        " " + (mark.edge.isEmpty ? " " : mark.edge)
        + named(mark, in: room).padded(to: room) { style.toned($0, mark.tone) }
    }
    return text
  }

  /// The letter, with the longest name that fits and a line to the last day.
  private static func named(_ mark: Mark, in room: Int) -> String {
    let rest = room - DisplayWidth.of(mark.letter) - 1
    guard rest > 0, let shortest = mark.names.last else { return mark.letter }
    let name =
      mark.names.first { DisplayWidth.of($0) <= rest } ?? DisplayWidth.cut(shortest, to: rest)
    let text = "\(mark.letter) \(name)"
    let line = room - DisplayWidth.of(text) - 1
    return line > 0 ? text + " " + String(repeating: "─", count: line) : text
  }

  /// Each period above its first day, shortened where the next one begins.
  private func periods(in range: Range<Int>, _ dayWidth: Int) -> String {
    var line = ""
    var start = range.lowerBound
    while start < range.upperBound {
      let period = days[start].period
      let end =
        days[start..<range.upperBound].firstIndex { $0.period != period }
        ?? range.upperBound
      let room = (end - start) * dayWidth
      // The last period may extend beyond its days, because nothing follows it.
      let isLast = end == range.upperBound
      let text = isLast ? period : Self.shortened(period, to: room - 1)
      line += isLast ? " " + text : (" " + text).padded(to: room)
      start = end
    }
    return line
  }

  /// The text, or its first three letters, or nothing, whichever fits.
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

  /// A heading above a letter, or above the start of a name.
  private static func heading(_ text: String, _ dayWidth: Int) -> String {
    (" " + text.padded(to: dayOfLetter - 1, .trailing)).padded(to: dayWidth)
  }
}
