import Foundation
import ObjectGraph

/// What is agreed for a stay: where its nights are and under what, who comes, on whose bill, and the
/// terms. It is all that commands change of a stay which goes on.
struct AgreedStay: Hashable {
  /// Whether a property of a reservation follows from it, as the audit names them.
  static func follows(_ property: String) -> Bool {
    properties.contains(property) || property.hasPrefix("party.")
  }

  private static let properties: Set<String> = [
    "campSite", "camper", "dateFrom", "dateTo", "depositMinor", "discount", "expectedAt", "group",
    "isGuaranteed", "isLocked", "note", "noticeDate", "overriddenRules", "policy", "priceMinor",
    "siteClass", "totalMinor",
  ]

  /// Nights in a row on one campsite.
  struct Place: Hashable {
    let site: ManagedObjectID?
    let dates: StayDates
  }

  let status: String
  let places: [Place]
  let nights: [StayFacts.Night]
  let formerNights: [StayFacts.Night]
  let givenUp: [GivenUpLodging]
  let changeFees: [StayFacts.ChangeFee]
  let noticeArrival: CalendarDate?
  let siteClass: ManagedObjectID?
  let isLocked: Bool
  let camper: ManagedObjectID?
  let party: Party
  let group: ManagedObjectID?
  let isGuaranteed: Bool
  let expectedAt: Date?
  let depositMinor: Int64?
  let policy: String?
  let policyRevision: Int64
  let note: String?
  /// The positions of the rules about stays that it breaks on purpose.
  let overriddenRules: [Int32]

  init(_ stay: Reservation, _ facts: StayFacts) {
    status = stay.status
    places = stay.siteSpans.map { Place(site: $0.site?.objectID, dates: $0.dates) }
    nights = facts.nights
    formerNights = facts.formerNights
    givenUp = facts.givenUp
    changeFees = facts.changeFees
    noticeArrival = facts.noticeArrival
    siteClass = stay.siteClass?.objectID
    isLocked = stay.isLocked
    camper = stay.camper?.objectID
    party = stay.party
    group = stay.group?.objectID
    isGuaranteed = stay.isGuaranteed
    expectedAt = stay.expectedAt
    depositMinor = stay.depositMinor
    policy = stay.policy
    policyRevision = stay.policyRevision
    note = stay.note
    overriddenRules = stay.rulesSetAside.map(\.position)
  }
}

/// What a command made of a stay that was there before.
struct AgreedChange {
  let stay: ManagedObjectID
  let before: AgreedStay
  var after: AgreedStay
}
