/// Turns a result into text in one of the output formats.
package struct Renderer: Sendable {
  /// The options of a format.
  package struct Options: Sendable {
    /// The width of the terminal, into which `table` and `box` are folded; nil for no limit.
    package var width: Int?
    /// Whether the output goes to a terminal of that width, so that sentences are wrapped.
    package var isOnTerminal: Bool
    /// Whether `table`, `box` and `line` show headings bold and nulls dim.
    package var usesColor: Bool
    /// The text for a null everywhere but in JSON.
    package var nullText: String
    /// Whether `csv` puts an apostrophe before texts that a spreadsheet would take for a formula.
    package var guardsFormulas: Bool

    /// Makes options; by default, nothing is cut, colored or guarded and a null is empty.
    package init(
      width: Int? = nil, isOnTerminal: Bool = false, usesColor: Bool = false,
      nullText: String = "", guardsFormulas: Bool = false
    ) {
      self.width = width
      self.isOnTerminal = isOnTerminal
      self.usesColor = usesColor
      self.nullText = nullText
      self.guardsFormulas = guardsFormulas
    }
  }

  package let format: OutputFormat
  package let options: Options

  /// Makes a renderer.
  package init(_ format: OutputFormat, options: Options = Options()) {
    self.format = format
    self.options = options
  }

  /// Whether a result fits the options' width with nothing folded; true for any format without
  /// columns.
  package func fits(_ table: ResultTable) -> Bool {
    guard let width = options.width, let grid else { return true }
    return grid.fits(table, width, options)
  }

  /// The columns of a result for which the options' width has room, by their positions, with texts
  /// folded where necessary; all of them in a format without columns.
  package func columnsThatFit(_ table: ResultTable) -> Set<Int> {
    guard let width = options.width, let grid else { return Set(table.columns.indices) }
    return grid.columns(of: table, in: width, options)
  }

  private var grid: GridFormat? {
    switch format {
    case .table: .table
    case .box: .box
    case .markdown, .csv, .json, .jsonl, .line, .plain, .html: nil
    }
  }

  /// The text of a result.
  ///
  /// Every line, including the last, ends with a line feed. `jsonl` and `line` give no text at all
  /// for a result without rows.
  package func text(of table: ResultTable) -> String {
    switch format {
    case .table: GridFormat.table.text(of: table, options)
    case .box: GridFormat.box.text(of: table, options)
    case .markdown: MarkdownFormat.text(of: table, options)
    case .csv: CSVFormat.text(of: table, options)
    case .json: JSONFormat.text(of: table)
    case .jsonl: JSONFormat.lines(of: table)
    case .line: LineFormat.text(of: table, options)
    case .plain: PlainFormat.text(of: table, options)
    case .html: HTMLFormat.text(of: table, options)
    }
  }

  /// Further rows below a table with the same columns: the text without headings. In `csv` only, of
  /// cells that are single values; other formats have no such rows.
  package func rows(of table: ResultTable) -> String {
    format == .csv ? CSVFormat.rows(of: table, options) : ""
  }
}
