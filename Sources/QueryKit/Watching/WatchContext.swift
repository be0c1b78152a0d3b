import CommandKit
import Foundation
import LineEditor
import ObjectGraph
import Rendering

/// A session that can show a list and go on showing what changes.
@MainActor
package protocol WatchContext: QueryContext {
  /// The form of answers.
  var format: OutputFormat { get }

  /// What the form takes into account where answers go.
  var answerOptions: Renderer.Options { get }

  /// Takes all of the terminal that answers go to; nil where they go elsewhere.
  var fullScreen: (@MainActor () throws -> any FullScreen)? { get }

  /// Whether nobody gives input any more.
  var isInputOver: @MainActor () -> Bool { get }

  /// Whether the user ended what is going on.
  var isInterrupted: Bool { get }

  /// Lets commands go on after an interruption.
  func takeInterruption()

  /// Sees what others changed since it was last called.
  ///
  /// - Returns: whether they changed anything.
  func lookAround() throws -> Bool

  /// Writes text that is in the form of answers.
  func write(text: String) throws(Diagnostic)
}

/// `watch`, which shows a list and goes on showing what changes.
extension WatchContext {
  func watch(_ clauses: QueryClauses, _ pace: WatchPace) throws {
    if let fullScreen, format.isGrid {
      // What is wrong with the command is found before the screen is taken for it.
      _ = try clauses.watchRequest(cellStyle)
      let screen = try fullScreen()
      defer { screen.leave() }
      try show(clauses, on: screen, pace)
    } else {
      try follow(clauses, pace)
    }
  }

  /// How many rows are read at a time where no screen's height says it.
  private static var rowsReadAtOnce: Int { 100 }

  private func follow(_ clauses: QueryClauses, _ pace: WatchPace) throws {
    var pace = pace
    let list = try WatchedList(
      clauses, in: context, cellStyle, batchSize: Self.rowsReadAtOnce)
    let follower = ListFollower(list)
    let text = ListText(
      format: format, options: answerOptions, columns: list.table.columns,
      title: list.title)
    try write(text: text.text(of: try follower.readRows()))
    try untilInterrupted {
      var isLast = isOver(pace)
      while !isLast {
        Thread.sleep(forTimeInterval: WatchPace.pause)
        isLast = isOver(pace)
        // What was written up to the end is told, too.
        if try lookAround(&pace, atOnce: isLast) { try follower.lookAgain() }
        try write(text: text.text(of: follower.takeChanges()))
      }
    }
  }

  /// Whether lines come to their end: with the time, or else with the input.
  private func isOver(_ pace: WatchPace) -> Bool {
    isInterrupted || (pace.isTimed ? pace.isOver : isInputOver())
  }

  private func show(
    _ clauses: QueryClauses, on screen: any FullScreen, _ pace: WatchPace
  ) throws {
    var pace = pace
    let list = try WatchedList(
      clauses, in: context, cellStyle, batchSize: max(10, screen.size.height))
    let live = LiveList(list, size: screen.size, usesColor: answerOptions.usesColor)
    try untilInterrupted {
      while !isInterrupted, !pace.isOver {
        live.resize(screen.size)
        if live.isStale { try screen.show(live.lines()) }
        for key in screen.keys(within: live.isSearching ? 0 : WatchPace.pause) {
          guard live.press(key) else { return }
        }
        if try lookAround(&pace) {
          try list.controller.refetch()
          live.noteChange()
        }
        let end = ContinuousClock.now + .milliseconds(30)
        live.search { end <= .now }
      }
    }
  }

  /// Lets this process go on with its work, and sees now and then what others wrote.
  ///
  /// - Parameter atOnce: whether what others wrote is looked for in any case.
  /// - Returns: whether others wrote anything.
  private func lookAround(_ pace: inout WatchPace, atOnce: Bool = false) throws -> Bool {
    _ = RunLoop.main.run(mode: .default, before: Date())
    try context.processPendingChanges()
    guard pace.isTimeToLook() || atOnce else { return false }
    return try lookAround()
  }

  /// Runs what Ctrl-C is the proper end of, and no fault.
  private func untilInterrupted(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      // Whatever failed then failed because of that.
      guard isInterrupted else { throw error }
    }
    if isInterrupted { takeInterruption() }
  }
}
