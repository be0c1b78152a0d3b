/// The days of a month in weeks, each with some lines of text.
package struct WeekGrid: Drawing {
  /// A day of the month.
  package struct Day: Sendable {
    let number: String
    let lines: [(text: String, short: String, tone: Tone)]

    /// Makes a day, which must have as many lines as every other day of the grid.
    ///
    /// - Parameter lines: each also with a shorter form for a narrow terminal.
    package init(number: String, lines: [(text: String, short: String, tone: Tone)]) {
      self.number = number
      self.lines = lines
    }
  }

  private let title: String
  private let headings: [String]
  private let days: [Day?]

  /// Makes a grid.
  ///
  /// - Parameters:
  ///   - headings: the names of the seven weekdays.
  ///   - days: the days from the first weekday of the first week on; nil for one of another month.
  package init(title: String, headings: [String], days: [Day?]) {
    self.title = title
    self.headings = headings
    self.days = days
  }

  /// The text: the title, the headings and a box for each week.
  package func text(_ options: Renderer.Options) -> String {
    let columns = max(1, headings.count)
    var width = cellWidth { $0.text }
    let frame = columns * 3 + 1
    let isShort = options.width.map { columns * width + frame > $0 } ?? false
    if isShort { width = cellWidth { $0.short } }
    let style = TextStyle(isOn: options.usesColor)
    let grid = GridFormat.box
    func rule(_ rule: GridFormat.Rule?) -> String {
      grid.rule(rule, Array(repeating: width, count: columns))
    }
    func line(
      _ cells: [(text: String, tone: Tone)], _ alignment: ResultTable.Alignment = .leading
    ) -> String {
      let fields = cells.map { cell in
        cell.text.padded(to: width, alignment) { style.toned($0, cell.tone) }
      }
      return grid.left + fields.joined(separator: grid.between) + grid.right + "\n"
    }
    var text = style.bold(title) + "\n" + rule(grid.top)
    text += line(headings.map { ($0, .plain) })
    for start in stride(from: 0, to: days.count, by: columns) {
      var week = Array(days[start..<min(start + columns, days.count)])
      week += Array(repeating: nil, count: columns - week.count)
      text += rule(grid.underHeader)
      text += line(week.map { ($0?.number ?? "", .plain) })
      for index in 0..<(days.compactMap { $0?.lines.count }.max() ?? 0) {
        text += line(
          week.map { day in
            guard let lines = day?.lines, lines.indices.contains(index) else { return ("", .plain) }
            let line = lines[index]
            return (isShort ? line.short : line.text, line.tone)
          }, .trailing)
      }
    }
    return text + rule(grid.bottom)
  }

  private func cellWidth(_ form: ((text: String, short: String, tone: Tone)) -> String) -> Int {
    let lines = days.compactMap { $0 }.flatMap { $0.lines.map(form) + [$0.number] }
    return (headings + lines).map(DisplayWidth.of).max() ?? 1
  }
}
