import Campground

extension Bill.Line {
  /// The amount in US dollars.
  var amount: Money { Money(minorUnits: amountMinor, .usd) }
}
