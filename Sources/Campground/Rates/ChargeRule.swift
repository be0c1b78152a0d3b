import Foundation
import ObjectGraph

/// A discount as a value.
struct DiscountRule: Hashable, Sendable, Codable {
  let name: String
  let percentage: Percentage?
  let amountMinor: Int64
  let weekdays: Weekdays
  let season: SeasonSpan?
  let minimumNights: Int
  let siteType: String?

  init(_ discount: Discount) throws(MinorUnits.Overflow) {
    name = discount.name
    percentage = try discount.percent.map { percent throws(MinorUnits.Overflow) in
      try Percentage(percent)
    }
    amountMinor = discount.amountMinor ?? 0
    weekdays = Weekdays(rawValue: discount.weekdays)
    season = discount.season?.span
    minimumNights = Int(discount.minimumNights ?? 0)
    siteType = discount.siteType
  }

  /// Whether it is for nights on such a campsite of a stay that has so many nights in all.
  func fits(_ part: PricedStay, ofNights count: Int) -> Bool {
    count >= minimumNights && (siteType == nil || siteType == part.siteType)
  }

  func fits(_ night: CalendarDate) -> Bool {
    weekdays.covers(night.weekday) && season?.contains(night) ?? true
  }
}

/// A discount of the price list, with what says who gets it.
struct ListedDiscount: Sendable {
  let id: ManagedObjectID
  let isAutomatic: Bool
  let rule: DiscountRule

  init(_ discount: Discount) throws(MinorUnits.Overflow) {
    id = discount.objectID
    isAutomatic = discount.isAutomatic && discount.isActive
    rule = try DiscountRule(discount)
  }
}

/// A fee as a value.
struct FeeRule: Hashable, Sendable, Codable {
  let name: String
  let amountMinor: Int64
  let basis: ChargeBasis
  let taxGroup: String?
  /// How many people, vehicles or pets it is not charged for; nil for none.
  let includedCount: Int?
  let scope: ChargeScope
  let isRefundable: Bool

  init(_ fee: Fee) {
    name = fee.name
    amountMinor = fee.amountMinor
    basis = fee.basis
    taxGroup = fee.taxGroup
    includedCount = fee.includedCount.map(Int.init)
    scope = ChargeScope(fee)
    isRefundable = fee.isRefundable
  }

  /// What a tax by an amount charges; nil for one by percentage.
  init?(_ tax: TaxRule) {
    guard tax.percentage == nil else { return nil }
    name = tax.name
    amountMinor = tax.amountMinor
    basis = tax.basis
    taxGroup = tax.group
    includedCount = nil
    scope = tax.scope
    isRefundable = true
  }

  /// How many times the amount is charged, each night or once.
  func count(of stay: PricedStay) -> Int { max(0, basis.count(of: stay) - (includedCount ?? 0)) }

  /// The words of a line that charges it so many times.
  func words(for count: Int) -> String { count == 1 ? name : "\(name) × \(count)" }
}

/// A tax as a value.
struct TaxRule: Hashable, Sendable, Codable {
  let name: String
  let group: String
  let percentage: Percentage?
  let amountMinor: Int64
  let basis: ChargeBasis
  let scope: ChargeScope
  let exemptFromNights: Int?

  init(_ tax: Tax) throws(MinorUnits.Overflow) {
    name = tax.name
    group = tax.group
    percentage = try tax.percent.map { percent throws(MinorUnits.Overflow) in
      try Percentage(percent)
    }
    amountMinor = tax.amountMinor ?? 0
    basis = tax.basis
    scope = ChargeScope(tax)
    exemptFromNights = tax.exemptFromNights.map(Int.init)
  }

  /// Whether a stay of so many nights is not free of it.
  func isForStay(ofNights count: Int) -> Bool { exemptFromNights.map { count < $0 } ?? true }
}

/// A rule about deposits as a value of the price list.
struct DepositTerms: Sendable {
  let percentage: Percentage?
  let amountMinor: Int64?
  let nights: Int?
  let minimumNights: Int
  let siteType: String?

  init(_ rule: DepositRule) throws(MinorUnits.Overflow) {
    percentage = try rule.percent.map { percent throws(MinorUnits.Overflow) in
      try Percentage(percent)
    }
    amountMinor = rule.amountMinor
    nights = rule.nights.map(Int.init)
    minimumNights = Int(rule.minimumNights ?? 0)
    siteType = rule.siteType
  }

  /// Whether it is for a stay that begins on such a campsite and has so many nights in all.
  func fits(_ first: PricedStay, ofNights count: Int) -> Bool {
    count >= minimumNights && (siteType == nil || siteType == first.siteType)
  }
}

extension ChargeBasis {
  /// Whether the amount is charged on each night, rather than on the day of arrival.
  var isEachNight: Bool {
    switch self {
    case .night, .personNight, .vehicleNight, .petNight: true
    case .stay, .person, .vehicle, .pet: false
    }
  }

  /// How many times the amount is charged, each night or once.
  func count(of stay: PricedStay) -> Int {
    switch self {
    case .stay, .night: 1
    case .person, .personNight: stay.partySize
    case .vehicle, .vehicleNight: stay.vehicleCount ?? 0
    case .pet, .petNight: stay.petCount
    }
  }
}
