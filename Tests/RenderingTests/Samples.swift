import Rendering

/// Texts that break careless writers.
enum Samples {
  static let texts = [
    "plain", "", " ", "two words", "comma, here", "quote \" here", "\"", "\"\"", "line\nbreak",
    "crlf\r\nbreak", "cr\ronly", "tab\there", "back\\slash", "\\n", "pipe | here", "é", "e\u{301}",
    "\"\u{301}", "東京", "🏕️ camp", "👨‍👩‍👧", "\u{1B}[31mred", "\u{7F}\u{80}\u{9F}", "\u{2028}\u{2029}",
    "\u{FEFF}bom", "\u{1}\u{1F}", "</script>", "'single'", "=1+1", "NULL", "null", "\u{10FFFF}",
    "trailing ", "\n", "\r\n", ",",
  ]

  static let sites = ResultTable(
    columns: [.init("site"), .init("nights", alignment: .trailing), .init("rate")],
    rows: [
      [.text("A-15"), .integer(3), .decimal("45.00")],
      [.text("東"), .integer(12), .null],
    ])
}
