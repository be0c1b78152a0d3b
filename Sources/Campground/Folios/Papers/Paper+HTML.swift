extension Paper {
  /// The paper as a self-contained, printable HTML page.
  public var html: String { page(logo: logo?.source) }

  /// The paper as an HTML page.
  ///
  /// - Parameter source: the address of the logo; nil for a page without one.
  func page(logo source: String?) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Self.escaped(title)) · \(Self.escaped(campground))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    \(source.map(image) ?? "")<h1>\(Self.escaped(title))</h1>
    <p class="campground">\(([campground] + letterhead).map(Self.escaped).joined(separator: "<br>"))</p>
    \(headline.map { "<p class=\"headline\">\(shown($0))</p>\n" }.joined())<table class="facts">
    \(facts.filter { !$0.values.isEmpty }.map(row).joined(separator: "\n"))
    </table>
    \(sections.filter { !$0.isEmpty }.map(part).joined(separator: "\n"))
    \(closingTable)\(notes.map { "<p>\(shown($0))</p>\n" }.joined())\(blankTable)</body>
    </html>

    """
  }

  private static let style = """
    body { font: 11pt/1.4 Georgia, serif; max-width: 42em; margin: 2em auto; padding: 0 1em; }
    h1 { font-size: 1.4em; margin: 0; }
    h2 { font-size: 1em; margin: 0; }
    h1, h2, p, td { overflow-wrap: anywhere; }
    section { break-inside: avoid; }
    section p { margin: 0; }
    p.campground { margin: 0 0 1.5em; color: #555; }
    p.headline { font: bold 48pt/1.1 Helvetica, Arial, sans-serif; margin: 0 0 .3em; }
    img.logo { float: right; max-width: 14em; max-height: 6em; margin: 0 0 1em 1em; }
    table.blanks th { width: 12em; padding-top: 1.6em; }
    table.blanks td { border-bottom: 1px solid #555; }
    table { width: 100%; border-collapse: collapse; margin: 0 0 1.5em; }
    caption { text-align: left; font-weight: bold; padding: .3em 0; }
    th, td { text-align: left; vertical-align: top; padding: .15em .5em .15em 0; }
    th { font-weight: normal; color: #555; width: 7em; }
    tbody td:first-child { white-space: nowrap; }
    td.amount { text-align: right; white-space: nowrap; padding-right: 0; }
    table.lines tr:first-child td, table.closing tr:first-child td { border-top: 1px solid #999; }
    table.closing tr:last-child td { font-weight: bold; }
    @page { margin: 15mm; }
    @media print { body { margin: 0; padding: 0; max-width: none; } }
    """

  private func image(at source: String) -> String {
    "<img class=\"logo\" src=\"\(Self.escaped(source))\" alt=\"\(Self.escaped(campground))\">\n"
  }

  private var closingTable: String {
    closing.isEmpty
      ? ""
      : "<table class=\"closing\">\n\(closing.map(row).joined(separator: "\n"))\n</table>\n"
  }

  private var blankTable: String {
    let rows = blanks.map { "<tr><th scope=\"row\">\(Self.escaped($0))</th><td></td></tr>" }
    return rows.isEmpty
      ? "" : "<table class=\"blanks\">\n\(rows.joined(separator: "\n"))\n</table>\n"
  }

  /// A text as the page shows it.
  private func shown(_ text: String) -> String { Self.escaped(dates.text(text, dates.short)) }

  private func row(of fact: Fact) -> String {
    let values = fact.values.map { Self.escaped(dates.text($0, dates.long)) }
      .joined(separator: "<br>")
    return "<tr><th scope=\"row\">\(Self.escaped(fact.name))</th><td>\(values)</td></tr>"
  }

  private func row(of line: Row) -> String {
    let day = line.day.map(dates.short) ?? ""
    return "<tr><td>\(day)</td><td>\(shown(line.text))</td>"
      + "<td class=\"amount\">\(Self.escaped("\(line.amount)"))</td></tr>"
  }

  /// A section, kept on one page if it is one of several stays.
  private func part(of section: Section) -> String {
    guard let name = section.about.first else { return table(of: section) }
    let more = section.about.dropFirst().map { "<p>\(shown($0))</p>\n" }.joined()
    return "<section>\n<h2>\(shown(name))</h2>\n\(more)\(table(of: section))\n</section>"
  }

  private func table(of section: Section) -> String {
    """
    <table class="lines">
    <caption>\(Self.escaped(section.title))</caption>
    <tbody>
    \(section.lines.map(row).joined(separator: "\n"))
    </tbody>
    <tfoot>
    \(section.sums.map(row).joined(separator: "\n"))
    </tfoot>
    </table>
    """
  }

  /// Escaped by Unicode scalar: a browser recognizes a special character even if a combining mark
  /// follows it.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
