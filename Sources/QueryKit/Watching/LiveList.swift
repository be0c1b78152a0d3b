import Foundation
import LineEditor
import ObjectGraph
import Rendering

/// A full-screen list, with its scroll position and filter.
final class LiveList: FetchedResultsControllerDelegate {
  private let list: WatchedList
  private let columns: LiveColumns
  private let usesColor: Bool

  private var size: (width: Int, height: Int)
  private var sizes: [Int]
  private var top = 0
  private var filter: LiveFilter?
  /// The matches from before the list changed, shown until the new search is done.
  private var foundBefore: [(section: Int, rows: [Int])]?
  private var widths: [Int] = []

  /// Whether the screen needs to be redrawn.
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

  /// Only marks the list as changed; rows are read when they are drawn.
  func controller(
    _ controller: FetchedResultsController<ManagedObject>,
    didChangeContentWith snapshot: FetchedResultsSnapshot
  ) {
    noteChange()
  }

  /// Updates the list to the controller's current content, and restarts the filter.
  func noteChange() {
    sizes = list.sizes
    if let filter {
      foundBefore = found
      self.filter = LiveFilter(filter.text)
    }
    isStale = true
  }

  /// Updates the size of the screen.
  func resize(_ size: (width: Int, height: Int)) {
    guard size != self.size else { return }
    self.size = size
    // The filter searches only visible columns, which depend on the width.
    noteChange()
  }

  // MARK: Keys

  /// Handles a key press.
  ///
  /// - Returns: false if the key closes the list.
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

  /// Whether the filter has rows left to search.
  var isSearching: Bool { filter.map { !$0.isDone } ?? false }

  /// Searches more rows until `mustStop` returns true.
  func search(until mustStop: () -> Bool) {
    guard var filter, !filter.isDone else { return }
    let shown = screen.fitting(screen.widths([])).map(\.column)
    filter.search(sizes, until: mustStop) { section, row in
      // An object that can no longer be read is about to leave the list.
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

  /// The rows that match the filter; nil if there is no filter.
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

  /// The lines to draw.
  func lines() -> [String] {
    isStale = false
    let screen = screen
    let content = screen.visibleLines.map(content)
    widths = screen.widths(content)
    return screen.lines(content)
  }

  /// The content of a line; blank if the object was deleted and the list has not been updated yet.
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

  /// The object of a row among those that are shown.
  private func object(section: Int, row: Int) -> ManagedObject? {
    guard let found else { return try? list.object(section: section, row: row) }
    return try? list.object(section: found[section].section, row: found[section].rows[row])
  }
}
