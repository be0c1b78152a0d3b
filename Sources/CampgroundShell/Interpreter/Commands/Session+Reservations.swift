import Campground
import CommandKit

extension Session {
  /// The stay that `from` with `nights`, `months` or `to` describes.
  func stayDates(of command: ParsedCommand) throws(Diagnostic) -> StayDates {
    let arrival = try command.require(.from)
    do {
      if let departure: CalendarDate = command[.to] {
        return try StayDates(arrival: arrival, departure: departure)
      }
      if let months = command[.months] { return try StayDates(arrival: arrival, months: months) }
      return try StayDates(arrival: arrival, nights: try command.require(.nights))
    } catch let error as StayDatesError {
      let count: ParameterKey<Int> = command[.months] == nil ? .nights : .months
      throw command.arguments["to"] == nil
        ? command.diagnostic("\(error)", at: count)
        : command.diagnostic(
          "\(error)", hint: Self.hint(aboutCounted: .to, in: command),
          at: ParameterKey<CalendarDate>.to)
    } catch {
      throw Diagnostic(error, about: command.text)
    }
  }

  /// Reminds of it that a date such as friday was counted from today.
  private static func hint(
    aboutCounted key: ParameterKey<CalendarDate>, in command: ParsedCommand
  ) -> String? {
    let word = command.text.tokens.first { $0.range == command.arguments[key.name]?.range }?.text
    guard let word, let date = command[key], word != "\(date)" else { return nil }
    return "\"\(word)\" is counted from today"
  }
}
