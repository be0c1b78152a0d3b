import Campground
import CampgroundShell
import CommandKit
import Foundation
import ObjectGraph

/// The cost of a command in a session of 10,000: it should depend on what the command touches, not
/// on what the session, or the scratch pad, did before.
@MainActor
struct SessionProbe {
  let folder: URL
  var count = 10_000

  /// The instant at which all commands are given.
  private static let now = CalendarDate(dayNumber: 9_000).midnightUTC.addingTimeInterval(43_200)

  func run() throws -> [Measure] {
    var measures: [Measure] = []
    for inFile in [false, true] {
      let store: PersistentStoreDescription =
        inFile
        ? PersistentStoreDescription(url: folder.appendingPathComponent("sessions.sqlite"))
        : .inMemory()
      let stack = try CampgroundStack(store: store)
      defer { try? stack.close() }
      let place = inFile ? "in a file" : "in memory"
      let session = session(on: stack)
      try session.run(script: ["begin"] + SessionCommand.preparation + ["save"])
      for command in SessionCommand.allCases {
        measures.append(try growth(of: command, session, inPad: false, place))
      }
      for command in SessionCommand.allCases {
        measures.append(try growth(of: command, session, inPad: true, place))
      }
      measures += try overhead(session, place)
    }
    return measures
  }

  private func session(on stack: CampgroundStack) -> Session {
    Session(
      stack: stack, output: Nowhere(), notes: Nowhere(), format: .plain,
      clock: FixedClock(Self.now), timeZone: .gmt)
  }

  /// What a command costs on average, as a multiple of what the first tenth cost.
  private func growth(
    of command: SessionCommand, _ session: Session, inPad: Bool, _ place: String
  ) throws -> Measure {
    if inPad { try session.run(script: ["begin"]) }
    let first = count / 10
    let series = inPad ? 1 : 0
    let texts = (0..<count).map { command.text($0, series: series) }
    let start = try measure { try session.run(script: texts[..<first]) }
    let rest = try measure { try session.run(script: texts[first...]) }
    if inPad { try session.run(script: ["rollback"]) }
    let name = "\(count) \(command.rawValue), \(place)\(inPad ? ", in a scratch pad" : "")"
    return Measure(
      .sc, name, (start + rest) / Double(count) / (start / Double(first)), "times", goal: 1.3)
  }

  /// What a command of a script costs over the same calls on the desk, in one transaction.
  private func overhead(_ session: Session, _ place: String) throws -> [Measure] {
    func texts(_ series: Int) -> [String] {
      (0..<count).map { number in
        let kinds = SessionCommand.allCases
        return kinds[number % kinds.count].text(number / kinds.count, series: series)
      }
    }
    let script = try measure {
      try session.run(script: ["begin"] + texts(2) + ["save"])
    }
    let calls = try measure {
      let desk = session.desk
      desk.begin()
      for (number, text) in texts(3).enumerated() {
        let kinds = SessionCommand.allCases
        try kinds[number % kinds.count].call(number / kinds.count, series: 3, text, on: desk)
      }
      try desk.save()
    }
    return [
      Measure(
        .sc, "a command in a transaction, \(place)", script * 1_000 / Double(count), "µs"),
      Measure(
        .sc, "the same over calls of the desk", (script - calls) * 1_000 / Double(count), "µs",
        goal: 30),
    ]
  }
}

/// The commands of which a session consists.
private enum SessionCommand: String, CaseIterable {
  case camper = "camper add"
  case item = "item add"
  case site = "campsite add"
  case reserve
  case pay

  private static let siteCount = 100
  private static let guestCount = 1_000

  static var preparation: [String] {
    (0..<siteCount).map { "campsite add S\($0)" } + (0..<guestCount).map { "camper add G\($0)" }
      + ["item add Ice price 3"]
  }

  /// The site, guest and arrival of a stay; each series has dates of its own.
  private static func stay(
    _ number: Int, series: Int
  ) -> (site: String, guest: String, arrival: CalendarDate) {
    let turn = number / siteCount
    let day = Int32(9_001 + 2 * turn + [0, 300, 600, 700][series])
    return ("S\(number % siteCount)", "G\(number % guestCount)", CalendarDate(dayNumber: day))
  }

  func text(_ number: Int, series: Int) -> String {
    switch self {
    case .camper: return "camper add C\(series)-\(number)"
    case .item: return "item add I\(series)-\(number) price 3"
    case .site: return "campsite add T\(series)x\(number)"
    case .reserve:
      let (site, guest, arrival) = Self.stay(number, series: series)
      return "reserve \(site) for \(guest) from \(arrival) nights 2"
    case .pay: return "pay R-\(number + 1) 10 cash"
    }
  }

  /// The same by the calls on the desk that the command makes.
  @MainActor
  func call(_ number: Int, series: Int, _ name: String, on desk: Desk) throws {
    try desk.perform(name) { services in
      switch self {
      case .camper:
        let camper = try services.campers.addCamper("C\(series)-\(number)", phoneNumber: nil)
        _ = try services.campers.twins(of: camper)
      case .item: _ = try services.sales.addItem("I\(series)-\(number)", ItemPlan(price: 3))
      case .site: _ = try services.campSites.add("T\(series)x\(number)")
      case .reserve:
        let (site, guest, arrival) = Self.stay(number, series: series)
        let camper = try services.campers.find(byPart: guest)
        let made = try services.reservations.reserve(
          services.campSites.find(site), for: camper, arrival: arrival, nights: 2)
        _ = try services.reservations.find(made.code)
      case .pay:
        let stay = try services.reservations.find("R-\(number + 1)")
        _ = try services.folios.balance(of: stay)
        _ = try services.folios.pay(10, by: .cash, for: stay)
        _ = try services.folios.balance(of: stay)
      }
    }
  }
}

extension Session {
  fileprivate func run(script lines: some Sequence<String>) throws {
    var reader = ScriptReader(lines.joined(separator: "\n"))
    while let command = try reader.next() { try run(command) }
  }
}

/// Discards answers.
private final class Nowhere: AnswerDestination {
  func write(_ text: String) throws(Diagnostic) {}
}
