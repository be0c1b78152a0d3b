extension StayFacts {
  /// The largest allowance off lodging that lowers the bill by no more than an amount; both in
  /// minor units.
  ///
  /// An allowance takes its taxes with it, so the result is less than the amount where lodging is
  /// taxed and prices do not include the tax. Makes one bill for each binary digit of the amount.
  ///
  /// - Throws: `PricingError`.
  public func allowanceMinor(
    loweringBillBy amountMinor: Int64, on day: CalendarDate, by card: RateCard
  ) throws(PricingError) -> Int64 {
    let total = try Bill(of: self, by: card).totalMinor
    // Invariant: the answer lies from `least` through `most`.
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
