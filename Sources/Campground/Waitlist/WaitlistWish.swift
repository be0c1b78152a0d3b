import Foundation
import ObjectGraph

/// What somebody waits for: one of the stays that they would take.
///
///     var wish = WaitlistWish(dates: dates, people: 4)
///     wish.type = .rv
///     wish.amperage = 30
public struct WaitlistWish: Hashable, Sendable {
  /// The dates.
  public var dates: StayDates
  /// The number of people.
  public var people: Int
  /// The class of the campsite; nil for any.
  public var siteClass: ManagedObjectID?
  /// The type of the campsite; nil for any.
  public var type: CampSiteType?
  /// The amperes; nil where they do not matter.
  public var amperage: Int?
  /// The number of vehicles; nil where it was not said.
  public var vehicles: Int?
  /// The length of the vehicle in feet; nil where there is none.
  public var vehicleLength: Int?
  /// The loop, in capitals or small letters; nil for any.
  public var loop: String?
  /// The number of pets.
  public var pets = 0
  /// Whether there has to be water.
  public var needsWater = false
  /// Whether there has to be a sewer.
  public var needsSewer = false
  /// Whether a wheelchair comes.
  public var needsAccess = false

  /// Makes a wish for any campsite.
  public init(dates: StayDates, people: Int = 1) {
    self.dates = dates
    self.people = people
  }
}
