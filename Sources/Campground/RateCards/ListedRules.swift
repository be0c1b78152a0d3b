import Foundation
import ObjectGraph

/// Rules as a rate card lists them.
extension Rate {
  /// A rate with the nights and places it is for.
  var listed: RateCard.Rate {
    RateCard.Rate(
      name, kind, amountMinor,
      for: RuleScope(
        season: season?.span, weekdays: Weekdays(rawValue: weekdays),
        site: campSite.map(SiteID.init), siteClass: siteClass.map(ClassID.init), siteType: siteType),
      rank: Int(rank))
  }
}

extension CampSite {
  /// A price of its own; a rate that somebody lists for the same site comes first.
  func ownPrice(_ amountMinor: Int64) -> RateCard.Rate {
    RateCard.Rate(
      siteType == .dayUse ? "Day" : "Night", .nightly, amountMinor,
      for: RuleScope(site: SiteID(self)), rank: .max)
  }
}

extension Discount {
  /// A discount with the nights and stays it is for.
  func listed() throws(MinorUnits.Overflow) -> RateCard.Discount {
    RateCard.Discount(
      name,
      try percent.map { percent throws(MinorUnits.Overflow) in
        .percent(try Percentage(percent))
      } ?? .amount(amountMinor ?? 0),
      for: RuleScope(
        season: season?.span, weekdays: Weekdays(rawValue: weekdays),
        siteClass: siteClass.map(ClassID.init), siteType: siteType),
      minimumNights: Int(minimumNights ?? 1), isAutomatic: isAutomatic)
  }
}

extension Fee {
  /// A fee with the nights it is for.
  var listed: RateCard.Fee {
    RateCard.Fee(
      name, amountMinor, basis, includedCount: Int(includedCount ?? 0), taxGroup: taxGroup,
      for: RuleScope(
        season: season?.span, weekdays: Weekdays(rawValue: weekdays), firstNight: firstNight,
        lastNight: lastNight, siteClass: siteClass.map(ClassID.init), siteType: siteType),
      isRefundable: isRefundable)
  }
}

extension Tax {
  /// A tax with the nights that this version is for.
  func listed() throws(MinorUnits.Overflow) -> RateCard.Tax {
    let effective = effectiveFrom.map(CalendarDate.init(midnightUTC:))
    return RateCard.Tax(
      name,
      try percent.map { percent throws(MinorUnits.Overflow) in
        .percent(try Percentage(percent))
      } ?? .amount(amountMinor ?? 0, basis),
      on: group,
      for: RuleScope(
        firstNight: [firstNight, effective].compactMap { $0 }.max(), lastNight: lastNight,
        siteClass: siteClass.map(ClassID.init), siteType: siteType),
      exemptFromNights: exemptFromNights.map(Int.init), taxesKeptMoney: taxesKeptMoney)
  }
}

extension DepositRule {
  /// A rule about deposits with the stays it is for.
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
      name, asked, for: RuleScope(siteClass: siteClass.map(ClassID.init), siteType: siteType),
      minimumNights: Int(minimumNights ?? 1))
  }
}
