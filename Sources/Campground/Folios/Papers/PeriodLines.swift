/// Puts nights that were priced by the week or the month together, a line for each week or month.
enum PeriodLines {
  /// A line of a bill, before it is put together with others.
  struct Item {
    /// The day that is printed.
    var day: CalendarDate
    var text: String
    var amount: Money
    /// The night that it is for.
    var night: CalendarDate
    /// The week or the month that the night was priced by; nil for a line that stands alone.
    var period: RatePeriod?
  }

  /// The lines in their order, each week or month at the place of its first night.
  ///
  /// - Throws: `MoneyError` for lines of several currencies.
  static func lines(of items: [Item]) throws -> [StayPaper.Line] {
    var groups: [[Item]] = []
    var places: [Key: Int] = [:]
    for item in items {
      guard let period = item.period else {
        groups.append([item])
        continue
      }
      let key = Key(period: period, isTakenBack: item.amount.amount < 0)
      if let place = places[key] {
        groups[place].append(item)
      } else {
        places[key] = groups.count
        groups.append([item])
      }
    }
    return try groups.compactMap(line)
  }

  private struct Key: Hashable {
    let period: RatePeriod
    let isTakenBack: Bool
  }

  private static func line(of group: [Item]) throws -> StayPaper.Line? {
    guard let first = group.first else { return nil }
    guard let period = first.period else { return .init(first.day, first.text, first.amount) }
    var texts: [String] = []
    for item in group where !texts.contains(item.text) { texts.append(item.text) }
    let nights = group.map(\.night)
    let words = period.words(
      texts, from: nights.min(), through: nights.max() ?? first.night)
    let sum = try group.dropFirst().reduce(first.amount) { try $0 + $1.amount }
    return .init(first.day, words, sum)
  }
}
