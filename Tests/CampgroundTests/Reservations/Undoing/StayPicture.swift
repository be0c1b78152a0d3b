import Campground
import Foundation
import ObjectGraph
import XCTest

/// All that can be told of a stay, to see whether taking something back leaves it as it was.
struct StayPicture: Equatable {
  let lines: [String]

  @MainActor
  init(of code: String, at desk: TestDesk) throws {
    let stay = try desk.find(code)
    let balance = try desk.folios.balance(of: stay)
    let bill = try desk.folios.bill(of: stay).lines
    lines =
      [
        "\(stay.status) \(stay.siteName ?? "") \(stay.arrival) \(stay.departure)",
        "total \(stay.total.map { "\($0)" } ?? "none")",
        "charged \(balance.charged), to come \(balance.toCome), paid \(balance.paid)",
        "notice \(stay.noticeDate.map { "\($0)" } ?? "none")",
        "rules \(stay.rulesSetAside.map(\.words)), reason \(stay.reason ?? "none")",
        "policy \(stay.policy ?? "none") \(stay.policyRevision), given up \(stay.givenUp.count)",
        "in \(stay.checkedInAt.map { "\($0)" } ?? "no"), out "
          + "\(stay.checkedOutAt.map { "\($0)" } ?? "no")",
      ]
      + bill.map { "\($0.day) \($0.text) \($0.amountMinor) \($0.taxGroup ?? "")" }
      + stay.nights.map { "\($0.campSite?.name ?? "") on \($0.date)" }.sorted()
  }
}

extension TestDesk {
  /// A site at 40.00 a night with a booking fee of 8.00 and a tax of 10% on the nights.
  func pricedSite(_ name: String = "15") throws -> CampSite {
    let site = try sites.add(name, rate: 40)
    if try rates.fees().isEmpty {
      try rates.addFee("Booking", FeePlan(amount: 8))
      try rates.addTax("Occ", TaxPlan(percent: 10))
    }
    return site
  }
}
