/// How wide a column of a table has to be.
struct ColumnNeed {
  /// The width at which nothing is folded.
  var natural: Int
  /// The width at which only the heading is folded.
  var unfolded: Int
  /// The width at which texts are folded as well; numbers, dates and codes never are.
  var least: Int
  /// The widths of the cells, the widest first.
  private let cells: [Int]

  init(_ column: ResultTable.Column, heading: String, cells: [String]) {
    self.cells = cells.map(DisplayWidth.of).sorted(by: >)
    let widest = self.cells.first ?? 0
    natural = max(1, DisplayWidth.of(heading), widest)
    let folded = max(1, FoldedText.leastWidth(of: heading))
    unfolded = max(folded, widest)
    least =
      column.isWhole
      ? unfolded : max(folded, cells.lazy.map(FoldedText.leastWidth).max() ?? 0)
  }

  /// The number of cells that a width folds.
  fileprivate func foldedCells(at width: Int) -> Int { cells.prefix { $0 > width }.count }

  /// The next width below one that folds more cells than that.
  fileprivate func next(below width: Int) -> Int {
    max(least, cells.first { $0 < width } ?? least)
  }
}

/// Shares the width of a terminal among the columns of a table.
enum ColumnWidths {
  /// The width to which text columns are cut before columns that should stay whole are cut as well,
  /// because a number or a time misleads when cut.
  private static let narrowText = 4

  /// Whether texts and headings are folded; where even that is not enough, they are cut.
  enum Excess { case none, folded, cut }

  /// Widths whose sum is at most `available`, if possible; every column keeps a width of at least
  /// 1.
  static func fitting(
    _ needs: [ColumnNeed], of columns: [ResultTable.Column], available: Int
  ) -> (widths: [Int], excess: Excess) {
    func sum(_ need: KeyPath<ColumnNeed, Int>) -> Int { needs.reduce(0) { $0 + $1[keyPath: need] } }
    let natural = needs.map(\.natural)
    let all = Array(natural.indices)
    if sum(\.natural) <= available { return (natural, .none) }
    if sum(\.unfolded) <= available { return (needs.map(\.unfolded), .folded) }
    if sum(\.least) <= available {
      return (folded(needs, sum(\.unfolded) - available), .folded)
    }
    let texts = all.filter { !columns[$0].isWhole }
    let rest = available - all.reduce(0) { $0 + (columns[$1].isWhole ? natural[$1] : 0) }
    let isEnough = rest >= texts.reduce(0) { $0 + min(natural[$1], narrowText) }
    return (
      capped(natural, at: isEnough ? texts : all, available: isEnough ? rest : available), .cut
    )
  }

  /// Narrows columns by an excess of width, so that few cells are folded.
  private static func folded(_ needs: [ColumnNeed], _ excess: Int) -> [Int] {
    var widths = needs.map(\.unfolded)
    var excess = excess
    while excess > 0 {
      var best: (column: Int, width: Int, cost: Double)?
      for (column, need) in needs.enumerated() where widths[column] > need.least {
        let width = max(need.next(below: widths[column]), widths[column] - excess)
        let cells = need.foldedCells(at: width) - need.foldedCells(at: widths[column])
        let cost = Double(cells) / Double(widths[column] - width)
        if best.map({ cost < $0.cost }) ?? true { best = (column, width, cost) }
      }
      guard let best else { break }
      excess -= widths[best.column] - best.width
      widths[best.column] = best.width
    }
    return widths
  }

  /// Cuts the widest columns first, until they fit.
  private static func capped(
    _ natural: [Int], at columns: [Int], available: Int
  ) -> [Int] {
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
