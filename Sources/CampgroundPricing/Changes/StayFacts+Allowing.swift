extension StayFacts {
  /// The greatest allowance off lodging that lowers the bill by no more than an amount; both in
  /// minor units.
  ///
  /// It takes its taxes along, so it is less than the amount where lodging is taxed and prices do
  /// not include the tax. The bill is made once for each binary digit of the amount.
  ///
  /// - Throws: `PricingError`.
  public func allowanceMinor(
    loweringBillBy amountMinor: Int64, on day: CalendarDate, by card: RateCard
  ) throws(PricingError) -> Int64 {
    let total = try Bill(of: self, by: card).totalMinor
    // It is at least the first, and at most the second.
    var (least, most) = (Int64(0), max(0, amountMinor))
    while least < most {
      let middle = least + (most - least + 1) / 2
      var allowed = self
      allowed.allowances.append(Allowance(on: day, middle))
      let lowered = try Bill(of: allowed, by: card).totalMinor
      if total - lowered <= amountMinor { least = middle } else { most = middle - 1 }
    }
    return least
  }
}
