import Foundation
import ObjectGraph

/// A saved command that may be undone.
public struct DoneCommand: Sendable, Hashable {
  /// The number of its first event.
  public let number: Int64
  /// The command as people call it; nil where a program called the service directly.
  public let command: String?
  /// Who gave it; nil where it is unknown.
  public let who: String?
  /// When it was given.
  public let happenedAt: Date
  /// The business day.
  public let date: CalendarDate
  /// Whether the desk that asks has given it.
  public internal(set) var isOfThisDesk = false
  /// A sentence for each thing that undoing it does; empty where it cannot be undone.
  public internal(set) var done: [String] = []
  /// Why it cannot be undone, as one sentence without a period; nil where it can be.
  public internal(set) var problem: String?

  init(_ first: Event) {
    number = first.number
    command = first.command
    who = first.who
    happenedAt = first.happenedAt
    date = first.date
  }

  /// The code by which people name it: `E-12`.
  public var code: String { "E-\(number)" }

  /// The command as people call it, otherwise its code.
  public var name: String { command ?? code }
}

extension ServiceScope {
  /// The first events of the commands by a person at this campground that were not undone, the
  /// latest first; undone ones, undoing itself and mail alone are left out.
  ///
  /// - Parameter limit: the largest number of commands.
  func doneCommands(by who: String?, limit: Int, in context: ManagedObjectContext) throws -> [Event]
  {
    let campground = try campground(in: context)
    var conditions = [
      try FetchPredicate(format: "firstEvent == SELF AND who == %@", who ?? AttributeValue.null),
      try FetchPredicate(
        format: "NOT (kind IN %@)", Event.Kind.allCases.filter(\.isUndoing).map(\.rawValue)),
      try FetchPredicate(
        format: "SUBQUERY(commandEvents, $e, $e.undoneBy == nil AND $e.kind != %@).@count > 0",
        Event.Kind.sent.rawValue),
    ]
    if let campground {
      conditions.append(
        try FetchPredicate(format: "campground == %@ OR campground == nil", campground))
      if let closed = campground.lastClosedDay {
        conditions.append(try FetchPredicate(format: "day > %@", closed.midnightUTC))
      }
    }
    let request = FetchRequest<Event>(
      CompoundPredicate(andPredicateWithSubpredicates: conditions), by: ["-number"])
    request.fetchLimit = limit
    return try context.fetch(request)
  }
}
