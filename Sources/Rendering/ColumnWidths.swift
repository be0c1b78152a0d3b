/// Shares the width of a terminal among the columns of a table.
enum ColumnWidths {
  /// The width to which text columns are cut before columns that should stay whole are cut as well,
  /// because a number or a time misleads when cut.
  private static let narrowText = 4

  /// Widths whose sum is at most `available`, if possible; every column keeps a width of at least
  /// 1.
  static func fitting(
    _ natural: [Int], of columns: [ResultTable.Column], available: Int
  ) -> [Int] {
    guard natural.reduce(0, +) > available else { return natural }
    let texts = natural.indices.filter { !columns[$0].isWhole }
    let whole = natural.indices.filter { columns[$0].isWhole }
    let rest = available - whole.reduce(0) { $0 + natural[$1] }
    if rest >= texts.reduce(0, { $0 + min(natural[$1], narrowText) }) {
      return capped(natural, at: texts, available: rest)
    }
    return capped(natural, at: Array(natural.indices), available: available)
  }

  /// Cuts the widest columns first, until they fit.
  private static func capped(_ natural: [Int], at columns: [Int], available: Int) -> [Int] {
    func sum(_ cap: Int) -> Int { columns.reduce(0) { $0 + min(natural[$1], cap) } }
    var low = 1
    var high = max(1, columns.map { natural[$0] }.max() ?? 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if sum(middle) <= available { low = middle } else { high = middle - 1 }
    }
    var spare = available - sum(low)
    var widths = natural
    for column in columns where natural[column] > low {
      widths[column] = spare > 0 ? low + 1 : low
      spare -= 1
    }
    return widths
  }
}
