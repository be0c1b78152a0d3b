extension Sale {
  /// The taxes charged with the sale.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a sum beyond 64 bits.
  public var tax: Money {
    get throws {
      let taxes = entries.lazy.filter { $0.subject.kind == .tax }.map(\.amountMinor)
      return Money(minorUnits: try Balance.sum(taxes, currency), currency)
    }
  }
}
