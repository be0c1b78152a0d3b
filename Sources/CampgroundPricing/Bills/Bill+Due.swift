/// What is to be paid, and when.
extension Bill {
  /// An amount with the day by which it is to be paid.
  public struct Due: Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable {
      case deposit
      /// A month of a stay by the month.
      case month
      case balance
    }

    public var day: CalendarDate
    public var reason: Reason
    public var amountMinor: Int64
  }

  /// The deposit that a card asks for when the stay is booked, in minor units; nil where no rule is
  /// for it. It is kept with the stay: editing the rule changes no stay. It may be more than the
  /// stay costs; what is shown of it is not.
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

  /// What is due when: the deposit on its day, a stay by the month month by month, and else the
  /// balance on the day of arrival.
  ///
  /// - Parameters:
  ///   - depositMinor: what was agreed; shown capped by the total. Nil for none.
  ///   - booked: the day on which the stay was booked.
  /// - Returns: by day; the amounts are above zero and add up to the total. None where there is
  ///   nothing to pay.
  public func due(depositMinor: Int64?, booked: CalendarDate) -> [Due] {
    var due: [Due] = []
    let deposit = min(max(0, depositMinor ?? 0), max(0, totalMinor))
    if deposit != 0 { due.append(Due(day: booked, reason: .deposit, amountMinor: deposit)) }
    let instalments = instalments
    let isMonthly = instalments.count > 1
    // The deposit, and what is taken off, count against what is due first.
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

  /// What belongs to each month of a stay by the month, by its first day; else all on the first
  /// day.
  private var instalments: [(day: CalendarDate, amountMinor: Int64)] {
    // What is taken off may be of an earlier day than what it is off.
    let charged = lines.lazy.filter { $0.amountMinor > 0 }.map(\.day).min()
    guard let first = charged ?? lines.map(\.day).min() else { return [] }
    var starts: [CalendarDate] = []
    var known: Set<LodgingPeriod> = []
    for line in lines {
      guard let period = line.period, period.kind == .monthly else { continue }
      if known.insert(period).inserted { starts.append(line.day) }
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
