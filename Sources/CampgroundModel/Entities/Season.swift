import ObjectGraph

/// Dates that recur each year, or fall in one year only; they may cross New Year.
public final class Season: VersionedRule {
  public override class var noun: String { "season" }
  public override class var remedy: String { "choose another season there first" }

  package override class var unaudited: Set<String> { partsOfFirst.union(partsOfLast) }

  /// The rules that name the season.
  public override var users: [String] {
    rates.filter(\.isInForce).map { "rate \"\($0.name)\"" }.sorted()
      + discounts.filter(\.isInForce).map { "discount \"\($0.name)\"" }.sorted()
      + fees.filter(\.isInForce).map { "fee \"\($0.name)\"" }.sorted()
      + stayRules.map { "rule \"\($0.name)\"" }.sorted()
  }

  /// The month of the first night, from 1.
  @Managed("startMonth") public var startMonth: Int16

  /// The day of the first night.
  @Managed("startDay") public var startDay: Int16

  /// The month of the last night, from 1.
  @Managed("endMonth") public var endMonth: Int16

  /// The day of the last night.
  @Managed("endDay") public var endDay: Int16

  /// The year in which it begins, for a season of one year; nil for a season of every year.
  @Managed("year") public var year: Int16?

  /// The rates of the season.
  @Managed("rates") public var rates: Set<Rate>

  /// The rules of the season.
  @Managed("stayRules") public var stayRules: Set<StayRule>

  /// The discounts of the season.
  @Managed("discounts") public var discounts: Set<Discount>

  /// The fees of the season.
  @Managed("fees") public var fees: Set<Fee>
}

extension Season {
  /// The properties that store the first night.
  package static let partsOfFirst: Set = ["startMonth", "startDay", "year"]

  /// The properties that store the last night.
  package static let partsOfLast: Set = ["endMonth", "endDay", "year"]

  /// The dates.
  public var span: SeasonSpan {
    SeasonSpan(
      unchecked: .init(month: Int(startMonth), day: Int(startDay)),
      .init(month: Int(endMonth), day: Int(endDay)), year.map(Int.init))
  }

  /// Whether the night that begins on this date belongs to the season.
  public func contains(_ date: CalendarDate) -> Bool { span.contains(date) }
}
