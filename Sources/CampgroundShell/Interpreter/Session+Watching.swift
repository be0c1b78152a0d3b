import Campground
import CommandKit
import Foundation
import LineEditor
import Rendering

/// Answers that fill the screen and keep up with what other desks do.
extension Session {
  /// How long to wait for a key between rounds, and between looks at the store, in seconds.
  private static let pause = (key: 0.05, look: 0.25)

  /// How often to show the answer again although nothing changed, since the time goes on.
  private static let mostAge = 60.0

  /// Shows an answer on the whole screen, and again whenever it may have changed, until the user
  /// leaves it; elsewhere it is just the answer.
  ///
  /// - Parameter answer: the text of the answer in a number of columns.
  func keepShowing(_ answer: @MainActor (_ width: Int) throws -> String) throws -> Answer {
    guard let fullScreen, format.isGrid else {
      return .text(try answer(answerOptions.width ?? 80))
    }
    // An error is reported before the screen is taken.
    _ = try answer(answerOptions.width ?? 80)
    let screen = try fullScreen()
    defer { screen.leave() }
    do {
      try show(answer, on: screen)
    } catch {
      guard isInterrupted else { throw error }
    }
    if isInterrupted { takeInterruption() }
    return .nothing
  }

  private func show(
    _ answer: @MainActor (Int) throws -> String, on screen: any FullScreen
  ) throws {
    var page = WatchedPage()
    var (lastLook, lastShow) = (Date.distantPast, Date.distantPast)
    var isStale = true
    while !isInterrupted {
      let now = Date()
      if now.timeIntervalSince(lastLook) >= Self.pause.look {
        lastLook = now
        if try lookAround() || now.timeIntervalSince(lastShow) >= Self.mostAge { isStale = true }
      }
      if page.size != screen.size || isStale {
        page.size = screen.size
        page.lines = try answer(screen.size.width).split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        (isStale, lastShow) = (false, now)
      }
      try screen.show(page.shown)
      for key in screen.keys(within: Self.pause.key) {
        guard page.press(key) else { return }
      }
    }
  }

  /// Today's arrivals and departures, for `watch`.
  func dayAtTheDesk(in width: Int) throws -> String {
    let today = try today()
    let zone = try campgrounds.current()?.timeZone ?? timeZone
    var options = answerOptions
    options.width = width
    let writer = AnswerText(format.isGrid ? format : .box, options: options)
    let waiting = try reservations.waitingAtTheDesk()
    let head = [
      "\(today.weekday.shortName) \(WallTime(clock.now, in: zone))",
      "\(waiting.toArrive) due in", "\(waiting.overdue) overdue out",
    ]
    return try "\(head.joined(separator: " · "))\n\nArrivals\n"
      + writer.text(of: arrivals(on: today)) + "\nDepartures\n"
      + writer.text(of: departures(on: today))
  }
}

/// A text on a screen that is scrolled, with a line about the keys below.
struct WatchedPage {
  var lines: [String] = []
  var size = (width: 0, height: 0)
  private var top = 0

  private var room: Int { max(1, size.height - 1) }
  private var greatestTop: Int { max(0, lines.count - room) }

  /// What is on the screen.
  var shown: [String] {
    let first = min(top, greatestTop)
    let body = Array(lines.dropFirst(first).prefix(room))
    let blanks = Array(repeating: "", count: room - body.count)
    let keys = greatestTop > 0 ? "↑↓ PgUp PgDn scroll · q leaves" : "q leaves"
    return body + blanks + (size.height > 1 ? [String(keys.prefix(size.width))] : [])
  }

  /// Handles a key.
  ///
  /// - Returns: false if it leaves the page.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .up: scroll(by: -1)
    case .down: scroll(by: 1)
    case .pageUp: scroll(by: -room)
    case .pageDown, .character(" "): scroll(by: room)
    case .home: top = 0
    case .end: top = greatestTop
    case .character("q"), .character("Q"), .escape, .control("c"), .control("d"): return false
    case .character, .backspace, .control: break
    }
    return true
  }

  private mutating func scroll(by count: Int) { top = min(max(0, top + count), greatestTop) }
}

extension Command where Context == Session {
  /// What a desk watches all day.
  @CommandList<Session>
  static var watchedDays: [Self] {
    Command(
      "watch arrivals", synonyms: ["live arrivals", "dashboard"],
      "Watch today's arrivals and departures, and who is overdue",
      details: """
        At a terminal it fills the screen and shows what other desks do as they do it; q leaves \
        it. Elsewhere it is shown once.
        """,
      examples: ["watch arrivals"], isAboutSession: true
    ) { session in try session.keepShowing { try session.dayAtTheDesk(in: $0) } }

    Command(
      "watch calendar", synonyms: ["live calendar"], "Watch each campsite's stays day by day",
      .option("days", .integer(in: 1...366), "number of days; 14 by default"),
      details: "It begins today, and is shown as by watch arrivals.",
      examples: ["watch calendar days 7"], isAboutSession: true
    ) { session, days in
      try session.keepShowing { width in
        var options = session.answerOptions
        options.width = width
        return AnswerText(session.format.isGrid ? session.format : .box, options: options).text(
          of: try session.calendar(from: session.today(), days: days ?? 14, needs: SiteNeeds()))
      }
    }
  }
}
