import CommandKit
import Foundation
import LineEditor
import ObjectGraph
import Rendering

/// A session that can show a list and its changes as they happen.
@MainActor
package protocol WatchContext: QueryContext {
  /// The output format.
  var format: OutputFormat { get }

  /// The rendering options for the output's destination.
  var answerOptions: Renderer.Options { get }

  /// Switches the output's terminal to full-screen mode; nil if the output is not a terminal.
  var fullScreen: (@MainActor () throws -> any FullScreen)? { get }

  /// Whether the input has ended.
  var isInputOver: @MainActor () -> Bool { get }

  /// Whether the user has interrupted the current command.
  var isInterrupted: Bool { get }

  /// Clears the interruption so that further commands can run.
  func takeInterruption()

  /// Merges the changes that other processes have made since the last call.
  ///
  /// - Returns: whether there were any.
  func lookAround() throws -> Bool

  /// Writes text that is already in the output format.
  func write(text: String) throws(Diagnostic)
}

/// The `watch` command.
extension WatchContext {
  func watch(_ clauses: QueryClauses, _ pace: WatchPace) throws {
    if let fullScreen, format.isGrid {
      // Report errors in the clauses before switching to full-screen mode.
      _ = try clauses.watchRequest(cellStyle)
      let screen = try fullScreen()
      defer { screen.leave() }
      try show(clauses, on: screen, pace)
    } else {
      try follow(clauses, pace)
    }
  }

  /// The batch size when there is no screen whose height determines it.
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
        // Report the changes written up to the very end, too.
        if try lookAround(&pace, atOnce: isLast) { try follower.lookAgain() }
        try write(text: text.text(of: follower.takeChanges()))
      }
    }
  }

  /// Whether following ends: when interrupted, and after the time limit or, without one, when the
  /// input ends.
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

  /// Processes pending work of this process, and checks for changes by others when it is time to.
  ///
  /// - Parameter atOnce: whether to check even if it is not time yet.
  /// - Returns: whether there were changes by others.
  private func lookAround(_ pace: inout WatchPace, atOnce: Bool = false) throws -> Bool {
    _ = RunLoop.main.run(mode: .default, before: Date())
    try context.processPendingChanges()
    guard pace.isTimeToLook() || atOnce else { return false }
    return try lookAround()
  }

  /// Runs the body, treating an interruption as a normal end rather than an error.
  private func untilInterrupted(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      // After an interruption, assume that it caused the error.
      guard isInterrupted else { throw error }
    }
    if isInterrupted { takeInterruption() }
  }
}
