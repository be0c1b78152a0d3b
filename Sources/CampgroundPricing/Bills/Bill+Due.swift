/// What is due, and when.
extension Bill {
  /// An amount and the day it is due.
  public struct Due: Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable, CaseIterable {
      case deposit
      /// One month of a monthly stay.
      case month
      /// The rest of the bill.
      case balance
      /// Charges posted by hand, and sales, which are on no bill of a stay.
      case charges
    }

    public var day: CalendarDate
    public var reason: Reason
    public var amountMinor: Int64

    package init(day: CalendarDate, reason: Reason, amountMinor: Int64) {
      self.day = day
      self.reason = reason
      self.amountMinor = amountMinor
    }
  }

  /// The deposit that the rate card asks for when the stay is booked, in minor units; nil where no
  /// rule applies. It is kept with the stay, so editing the rule changes no stay. It may exceed the
  /// price of the stay; `due(depositMinor:booked:)` caps what is shown.
  public static func deposit(
    for facts: StayFacts, _ bill: Bill, by card: RateCard
  ) throws(PricingError) -> Int64? {
    guard let first = facts.nights.first else { return nil }
    let rule = card.depositRules.lazy
      .filter { $0.isInForce(at: facts.reservedUnder ?? first.agreedUnder) }.map(\.rule)
      .filter { rule in
        facts.nights.count >= rule.minimumNights && rule.scope.covers(first.date, at: first.place)
      }
      .min { left, right in
        let (one, other) = (left.scope.specificity, right.scope.specificity)
        return one != other ? one < other : left.minimumNights > right.minimumNights
      }
    guard let rule else { return nil }
    do {
      let asked: Int64 =
        switch rule.asked {
        case .percent(let percentage): try percentage.of(bill.totalMinor)
        case .amount(let amount): amount
        case .nights(let count):
          try LeastLodging(of: facts, by: card).map { lodging throws(MinorUnits.Overflow) in
            try MinorUnits.sum(of: lodging.present.netMinor.prefix(max(0, count)))
          } ?? 0
        }
      return max(0, asked)
    } catch let error as PricingError {
      throw error
    } catch {
      throw .tooLarge(card.currency)
    }
  }

  /// The payments of the bill by due date: the deposit on its day, a monthly stay month by month,
  /// and any other balance on the day of arrival.
  ///
  /// - Parameters:
  ///   - depositMinor: the agreed deposit, which is capped by the total. Nil for none.
  ///   - booked: the day on which the stay was booked.
  /// - Returns: The payments ordered by day; the amounts are above zero and add up to the total.
  ///   Empty where nothing is due.
  public func due(depositMinor: Int64?, booked: CalendarDate) -> [Due] {
    var due: [Due] = []
    let deposit = min(max(0, depositMinor ?? 0), max(0, totalMinor))
    if deposit != 0 { due.append(Due(day: booked, reason: .deposit, amountMinor: deposit)) }
    let instalments = instalments
    let isMonthly = instalments.count > 1
    // The deposit and anything taken off the bill count against the earliest payments.
    var open = instalments.reduce(deposit) { $0 - min(0, $1.amountMinor) }
    for (day, amount) in instalments where amount > 0 {
      let paid = min(open, amount)
      open -= paid
      guard amount != paid else { continue }
      due.append(
        Due(day: day, reason: isMonthly ? .month : .balance, amountMinor: amount - paid))
    }
    return due
  }

  /// What each month of a monthly stay costs, by the first day of the month; for any other stay,
  /// the whole bill on the first day.
  private var instalments: [(day: CalendarDate, amountMinor: Int64)] {
    // An allowance may be dated before the charge that it reduces.
    let charged = lines.lazy.filter { $0.amountMinor > 0 }.map(\.day).min()
    guard let first = charged ?? lines.map(\.day).min() else { return [] }
    var starts: [CalendarDate] = []
    var known: Set<Range<Int>> = []
    for line in lines {
      guard let period = line.period, period.kind == .monthly else { continue }
      if known.insert(period.unit).inserted { starts.append(line.day) }
    }
    guard starts.count > 1 else { return totalMinor == 0 ? [] : [(first, totalMinor)] }
    starts[0] = min(first, starts[0])
    return starts.enumerated().map { index, start in
      let end = index + 1 < starts.count ? starts[index + 1] : nil
      let own = lines.lazy.filter { $0.day >= start && (end == nil || $0.day < end ?? $0.day) }
      return (start, own.reduce(0) { $0 + $1.amountMinor })
    }
  }
}
