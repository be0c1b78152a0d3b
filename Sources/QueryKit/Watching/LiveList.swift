import Foundation
import LineEditor
import ObjectGraph
import Rendering

/// A list that fills the screen: what is scrolled to, what was typed, and what that shows.
final class LiveList: FetchedResultsControllerDelegate {
  private let list: WatchedList
  private let columns: LiveColumns
  private let usesColor: Bool

  private var size: (width: Int, height: Int)
  private var sizes: [Int]
  private var top = 0
  private var filter: LiveFilter?
  /// What was found before the list changed, shown until that is known anew.
  private var foundBefore: [(section: Int, rows: [Int])]?
  private var widths: [Int] = []

  /// Whether there is something new to show.
  private(set) var isStale = true

  init(_ list: WatchedList, size: (width: Int, height: Int), usesColor: Bool) {
    self.list = list
    self.size = size
    self.usesColor = usesColor
    let sorts = list.controller.fetchRequest.sortDescriptors ?? []
    columns = LiveColumns(list, sortedBy: sorts.map(\.key))
    sizes = list.sizes
    list.controller.delegate = self
  }

  /// Takes only note: what is not on the screen is of no interest.
  func controller(
    _ controller: FetchedResultsController<ManagedObject>,
    didChangeContentWith snapshot: FetchedResultsSnapshot
  ) {
    noteChange()
  }

  /// Shows from now on what the list has become.
  func noteChange() {
    sizes = list.sizes
    if let filter {
      foundBefore = found
      self.filter = LiveFilter(filter.text)
    }
    isStale = true
  }

  /// Takes the size of the screen, which may have become another one.
  func resize(_ size: (width: Int, height: Int)) {
    guard size != self.size else { return }
    self.size = size
    // The filter is held against the columns that are shown.
    noteChange()
  }

  // MARK: Keys

  /// Does what a key is for.
  ///
  /// - Returns: whether the list is to go on.
  func press(_ key: Key) -> Bool {
    isStale = true
    let screen = screen
    let page = max(1, screen.bodyHeight - 1)
    switch key {
    case .up: scroll(to: top - 1, screen)
    case .down: scroll(to: top + 1, screen)
    case .pageUp: scroll(to: top - page, screen)
    case .pageDown: scroll(to: top + page, screen)
    case .home: scroll(to: 0, screen)
    case .end: scroll(to: screen.greatestTop, screen)
    case .backspace: filter(by: String((filter?.text ?? "").dropLast()))
    case .escape, .control("u"): filter(by: "")
    case .control("c"), .control("d"): return false
    case .control: break
    case .character(let character): filter(by: (filter?.text ?? "") + String(character))
    }
    return true
  }

  private func scroll(to line: Int, _ screen: ListScreen) {
    top = min(max(0, line), screen.greatestTop)
  }

  private func filter(by text: String) {
    guard text != filter?.text ?? "" else { return }
    filter = text.isEmpty ? nil : LiveFilter(text)
    foundBefore = nil
    top = 0
  }

  // MARK: Filter

  /// Whether there are rows that the filter has not been held against.
  var isSearching: Bool { filter.map { !$0.isDone } ?? false }

  /// Holds the filter against more rows, until it is to stop.
  func search(until mustStop: () -> Bool) {
    guard var filter, !filter.isDone else { return }
    let shown = screen.fitting(screen.widths([])).map(\.column)
    filter.search(sizes, until: mustStop) { section, row in
      // What cannot be read any more is about to leave the list.
      guard let object = try? list.object(section: section, row: row),
        let cells = try? columns.cells(of: object)
      else { return [] }
      let title = list.title.flatMap { title in (try? title.cell(of: object)).map(title.text) }
      return shown.compactMap { ListScreen.text(of: cells[$0]) } + [title].compactMap { $0 }
    }
    self.filter = filter
    if filter.isDone { foundBefore = nil }
    isStale = true
  }

  /// The rows that the filter leaves; nil without one.
  private var found: [(section: Int, rows: [Int])]? { foundBefore ?? filter?.found }

  // MARK: Drawing

  private var screen: ListScreen {
    let rows = found.map { $0.map(\.rows.count) } ?? sizes
    var screen = ListScreen(
      columns: columns.columns, outline: ListOutline(rows, hasHeadings: list.title != nil),
      top: top, filter: filter?.text ?? "", total: sizes.reduce(0, +), width: size.width,
      height: size.height)
    screen.isSearching = isSearching
    screen.leastWidths = widths
    screen.usesColor = usesColor
    return screen
  }

  /// What the screen shows.
  func lines() -> [String] {
    isStale = false
    let screen = screen
    let content = screen.visibleLines.map(content)
    widths = screen.widths(content)
    return screen.lines(content)
  }

  /// What a line shows; it is blank when the row is gone, and the list not yet told of it.
  private func content(_ line: ListOutline.Line) -> ListScreen.Content {
    switch line {
    case .heading(let section):
      let object = self.object(section: section, row: 0)
      let cell = object.flatMap { try? list.title(of: $0) } ?? .null
      return .heading(list.title?.text(of: cell) ?? "")
    case .row(let section, let row):
      let object = self.object(section: section, row: row)
      return .row(object.flatMap { try? columns.cells(of: $0) } ?? [])
    }
  }

  /// The object at a place among those that are shown.
  private func object(section: Int, row: Int) -> ManagedObject? {
    guard let found else { return try? list.object(section: section, row: row) }
    return try? list.object(section: found[section].section, row: found[section].rows[row])
  }
}
