import Foundation
import ObjectGraph

/// The agreed facts of a stay: its nights with their campsites and terms, the guest and the party,
/// the group whose bill it is on, and the policy. These are all that a command can change about a
/// stay that continues.
struct AgreedStay: Hashable {
  /// Whether a property of a reservation, as the audit names it, is one of these facts.
  static func follows(_ property: String) -> Bool {
    properties.contains(property) || property.hasPrefix("party.")
  }

  private static let properties: Set<String> = [
    "campSite", "camper", "dateFrom", "dateTo", "depositMinor", "discount", "expectedAt", "group",
    "isGuaranteed", "isLocked", "note", "noticeDate", "overriddenRules", "policy", "priceMinor",
    "siteClass", "totalMinor", "unpricedNights",
  ]

  /// Consecutive nights on one campsite.
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
  /// The positions of the overridden stay rules.
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

/// What a command changed about an existing stay.
struct AgreedChange {
  let stay: ManagedObjectID
  let before: AgreedStay
  var after: AgreedStay
}
