import ObjectGraph

/// Dates that recur each year, or fall in one year only; they may cross New Year.
public final class Season: VersionedRule {
  public override class var noun: String { "season" }
  public override class var remedy: String { "choose another season there first" }

  package override class var unaudited: Set<String> { partsOfFirst.union(partsOfLast) }

  /// The rules in force that name the season.
  public override var users: [String] {
    Self.named(rates) + Self.named(discounts) + Self.named(fees) + Self.named(taxes)
      + Self.named(depositRules) + Self.named(stayRules)
  }

  private static func named<Rule: ScopedRule>(_ rules: Set<Rule>) -> [String] {
    rules.filter { !$0.isDeleted && $0.isInForce }.map { "\(Rule.noun) \"\($0.name)\"" }.sorted()
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

  /// The rates of the season, former versions included.
  @Managed("rates") public var rates: Set<Rate>

  /// The discounts of the season, former versions included.
  @Managed("discounts") public var discounts: Set<Discount>

  /// The fees of the season, former versions included.
  @Managed("fees") public var fees: Set<Fee>

  /// The taxes of the season, former versions included.
  @Managed("taxes") public var taxes: Set<Tax>

  /// The deposit rules of the season, former versions included.
  @Managed("depositRules") public var depositRules: Set<DepositRule>

  /// The stay rules of the season, former versions included.
  @Managed("stayRules") public var stayRules: Set<StayRule>
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
