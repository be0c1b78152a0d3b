import Foundation
import ObjectGraph

/// A wish of a waitlisted camper: one of the stays that they would take.
///
///     var wish = WaitlistWish(dates: dates, party: Party(adults: 2, children: 2, amperage: 30))
///     wish.type = .rv
public struct WaitlistWish: Hashable, Sendable {
  /// The dates.
  public var dates: StayDates
  /// The guests, their vehicles and their pets, and what they need.
  public var party: Party
  /// The class of the campsite; nil for any.
  public var siteClass: ManagedObjectID?
  /// The type of the campsite; nil for any.
  public var type: CampSiteType?
  /// The loop, in any case; nil for any.
  public var loop: String?

  /// Makes a wish for any campsite.
  public init(dates: StayDates, party: Party = Party()) {
    self.dates = dates
    self.party = party
  }
}
