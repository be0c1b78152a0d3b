extension Paper {
  /// The width of the text in columns.
  static let width = 80

  private static let factWidth = 12
  private static let dayWidth = 19
  private static let amountWidth = 20

  /// The paper as plain text of 80 columns.
  public var text: String {
    var rows = heading + [String(repeating: "=", count: Self.width)]
    for line in headline { rows += ["", "    " + dates.text(line, dates.short)] }
    if !headline.isEmpty { rows.append("") }
    rows += facts.flatMap(rows(of:))
    for section in sections where !section.isEmpty {
      rows += [""] + section.about.flatMap(wrapped)
      if !section.lines.isEmpty {
        rows += [
          Self.spread(
            TextColumns.padded("Date", to: Self.dayWidth) + section.title, "Amount"), Self.rule,
        ]
      }
      rows += section.lines.flatMap(rows(of:)) + [Self.rule] + section.sums.flatMap(rows(of:))
    }
    if !closing.isEmpty { rows += [""] + closing.flatMap(rows(of:)) }
    for note in notes { rows += [""] + wrapped(note) }
    for blank in blanks {
      let label = TextColumns.padded(blank + ":", to: Self.dayWidth)
      rows += ["", label + String(repeating: "_", count: Self.width - Self.dayWidth)]
    }
    return rows.map(TextColumns.withoutTrailingSpaces).joined(separator: "\n")
      .replacing(PaperDates.space, with: " ") + "\n"
  }

  /// The campground and the title at the two ends of a row, or on separate rows where they are
  /// long, followed by the contact details of the campground.
  private var heading: [String] {
    let below = letterhead.flatMap { TextColumns.wrapped($0, to: Self.width) }
    guard TextColumns.width(of: title) > Self.width / 2 else {
      return [Self.spread(campground, title)] + below
    }
    return [campground, title].flatMap { TextColumns.wrapped($0, to: Self.width) } + below
  }

  private static let rule = String(repeating: "-", count: width)

  private func wrapped(_ text: String) -> [String] {
    TextColumns.wrapped(dates.text(text, dates.short), to: Self.width)
  }

  private func rows(of fact: Fact) -> [String] {
    let values = fact.values.flatMap {
      TextColumns.wrapped(dates.text($0, dates.long), to: Self.width - Self.factWidth)
    }
    return values.enumerated().map { index, value in
      TextColumns.padded(index == 0 ? fact.name : "", to: Self.factWidth) + value
    }
  }

  private func rows(of line: Row) -> [String] {
    let texts = TextColumns.wrapped(
      dates.text(line.text, dates.short), to: Self.width - Self.dayWidth - Self.amountWidth)
    return texts.enumerated().map { index, text in
      let day = index == 0 ? line.day.map(dates.short) ?? "" : ""
      let start = TextColumns.padded(day, to: Self.dayWidth)
      return index == 0 ? Self.spread(start + text, "\(line.amount)") : start + text
    }
  }

  /// Two texts at the two ends of a row.
  private static func spread(_ left: String, _ right: String) -> String {
    let gap = width - TextColumns.width(of: right)
    let rows = TextColumns.wrapped(left, to: max(1, gap - 1))
    let start = rows.count == 1 ? left : rows[0]
    let first = TextColumns.padded(start, to: gap) + right
    return ([first] + rows.dropFirst()).joined(separator: "\n")
  }
}
