extension StayPaper {
  /// The width of the text in columns.
  static let width = 80

  private static let dayWidth = 12
  private static let amountWidth = 20

  /// The paper as plain text of 80 columns.
  public var text: String {
    var rows = heading + [String(repeating: "=", count: Self.width)]
    rows += facts.flatMap(Self.rows)
    for section in sections where !section.isEmpty {
      rows += [""] + section.about.flatMap { TextColumns.wrapped($0, to: Self.width) }
      if !section.lines.isEmpty {
        rows += [Self.spread("Date        \(section.title)", "Amount"), Self.rule]
      }
      rows += section.lines.flatMap(Self.rows) + [Self.rule] + section.sums.flatMap(Self.rows)
    }
    rows += [""] + closing.flatMap(Self.rows)
    for note in notes { rows += [""] + TextColumns.wrapped(note, to: Self.width) }
    return rows.map(TextColumns.withoutTrailingSpaces).joined(separator: "\n") + "\n"
  }

  /// The campground and the title at both ends of a row, or beneath each other where they are long;
  /// below, how the campground is reached.
  private var heading: [String] {
    let below = letterhead.flatMap { TextColumns.wrapped($0, to: Self.width) }
    guard TextColumns.width(of: title) > Self.width / 2 else {
      return [Self.spread(campground, title)] + below
    }
    return [campground, title].flatMap { TextColumns.wrapped($0, to: Self.width) } + below
  }

  private static let rule = String(repeating: "-", count: width)

  private static func rows(of fact: Fact) -> [String] {
    let values = fact.values.flatMap { TextColumns.wrapped($0, to: width - dayWidth) }
    return values.enumerated().map { index, value in
      TextColumns.padded(index == 0 ? fact.name : "", to: dayWidth) + value
    }
  }

  private static func rows(of line: Row) -> [String] {
    let texts = TextColumns.wrapped(line.text, to: width - dayWidth - amountWidth)
    return texts.enumerated().map { index, text in
      let start = TextColumns.padded(index == 0 ? line.day.map { "\($0)" } ?? "" : "", to: dayWidth)
      return index == 0 ? spread(start + text, "\(line.amount)") : start + text
    }
  }

  /// Two texts at both ends of a row.
  private static func spread(_ left: String, _ right: String) -> String {
    let gap = width - TextColumns.width(of: right)
    let rows = TextColumns.wrapped(left, to: max(1, gap - 1))
    let start = rows.count == 1 ? left : rows[0]
    let first = TextColumns.padded(start, to: gap) + right
    return ([first] + rows.dropFirst()).joined(separator: "\n")
  }
}
