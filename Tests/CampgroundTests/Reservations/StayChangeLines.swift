import Campground
import Foundation
import XCTest

/// What a change does to the lines of a stay, as tests read it.
extension XCTestCase {
  /// The lines that a change takes away and those that it adds, by day.
  @MainActor
  func difference(_ change: StayChange) -> [String] {
    var added = change.newLines
    var removed: [Bill.Line] = []
    for line in change.oldLines {
      if let index = added.firstIndex(of: line) {
        added.remove(at: index)
      } else {
        removed.append(line)
      }
    }
    return (removed.map { "- \(words($0))" } + added.map { "+ \(words($0))" }).sorted {
      ($0.dropFirst(2).prefix(10), $0) < ($1.dropFirst(2).prefix(10), $1)
    }
  }

  @MainActor
  func words(_ line: Bill.Line) -> String { "\(line.day) \(line.text) \(line.amount)" }

  /// Runs the night at noon UTC of a day.
  @MainActor
  func nightly(_ desk: TestDesk, on date: String, through day: CalendarDate? = nil) throws {
    let folios = FolioService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: FixedClock(try noon(date)))
    try folios.runNightly(day)
  }
}
