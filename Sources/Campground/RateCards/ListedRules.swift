import Foundation
import ObjectGraph

/// Rules in the form in which a rate card lists them.
extension Rate {
  /// The rate with the nights and places that it covers.
  var listed: RateCard.Rate {
    RateCard.Rate(
      name, kind, amountMinor, for: scope, rank: Int(rank))
  }
}

extension CampSite {
  /// The site's own price as a rate; a rate listed for the same site takes precedence.
  func ownPrice(_ amountMinor: Int64) -> RateCard.Rate {
    RateCard.Rate(
      siteType == .dayUse ? "Day" : "Night", .nightly, amountMinor,
      for: RuleScope(site: SiteID(self)), rank: .max)
  }
}

extension Discount {
  /// The discount with the nights and stays that it covers.
  func listed() throws(MinorUnits.Overflow) -> RateCard.Discount {
    RateCard.Discount(
      name,
      try percent.map { percent throws(MinorUnits.Overflow) in
        .percent(try Percentage(percent))
      } ?? .amount(amountMinor ?? 0),
      for: scope, minimumNights: Int(minimumNights ?? 1), isAutomatic: isAutomatic)
  }
}

extension Fee {
  /// The fee with the nights that it covers.
  var listed: RateCard.Fee {
    RateCard.Fee(
      name, amountMinor, basis, includedCount: Int(includedCount ?? 0), taxGroup: taxGroup,
      for: scope, isRefundable: isRefundable)
  }
}

extension Tax {
  /// The tax with the nights that this version covers.
  func listed() throws(MinorUnits.Overflow) -> RateCard.Tax {
    var scope = scope
    scope.firstNight = [firstNight, effectiveFrom].compactMap { $0 }.max()
    return RateCard.Tax(
      name,
      try percent.map { percent throws(MinorUnits.Overflow) in
        .percent(try Percentage(percent))
      } ?? .amount(amountMinor ?? 0, basis),
      on: group, for: scope, exemptFromNights: exemptFromNights.map(Int.init),
      taxesKeptMoney: taxesKeptMoney)
  }
}

extension DepositRule {
  /// The deposit rule with the stays that it covers.
  func listed() throws(MinorUnits.Overflow) -> RateCard.DepositRule {
    let asked: RateCard.DepositRule.Asked =
      if let percent {
        .percent(try Percentage(percent))
      } else if let nights {
        .nights(Int(nights))
      } else {
        .amount(amountMinor ?? 0)
      }
    return RateCard.DepositRule(
      name, asked, for: scope, minimumNights: Int(minimumNights ?? 1))
  }
}
