/// Blocks of `name = value`, names flush right as in the sqlite3 shell, a blank line between rows.
enum LineFormat {
  static func text(of table: ResultTable, _ options: Renderer.Options) -> String {
    guard !table.columns.isEmpty else { return "" }
    let style = TextStyle(isOn: options.usesColor)
    let names = table.columns.map { $0.name.onOneLine }
    let widest = names.map(DisplayWidth.of).max() ?? 0
    let labels = names.map { $0.padded(to: widest, .trailing, style.bold) }
    let blocks = table.rows.map { row in
      zip(labels, row).map { label, cell in
        let value = cell.plainText?.onOneLine ?? style.dim(options.nullText.onOneLine)
        return value.isEmpty ? "\(label) =\n" : "\(label) = \(value)\n"
      }.joined()
    }
    return blocks.joined(separator: "\n")
  }
}
