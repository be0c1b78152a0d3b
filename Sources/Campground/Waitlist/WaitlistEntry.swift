import Foundation
import ObjectGraph

/// Somebody who waits for a campsite to become free.
public final class WaitlistEntry: ManagedObject {
  /// The number that the store gives, by which the entry is called: `W-3`; in a scratch pad, where
  /// it waits for it, one below 0.
  @Managed("number") public var number: Int64

  /// Midnight UTC of the wished arrival.
  @Managed("dateFrom") public var dateFrom: Date

  /// Midnight UTC of the wished departure.
  @Managed("dateTo") public var dateTo: Date

  /// Where the entry stands.
  @Managed("status") public var status: WaitlistStatus

  /// The instant from which they wait; who waits longest comes first.
  @Managed("createdAt") public var createdAt: Date

  /// The number of people.
  @Managed("partySize") public var partySize: Int16

  /// The word of the type of site that is needed; nil for any.
  @Managed("siteType") public var siteType: String?

  /// The amperes that are needed.
  @Managed("amperage") public var amperage: Int16?

  /// The length of the vehicle in feet.
  @Managed("vehicleLength") public var vehicleLength: Int16?

  /// The loop that is wished.
  @Managed("loop") public var loop: String?

  /// The number of vehicles; nil where it was not said.
  @Managed("vehicleCount") public var vehicleCount: Int16?

  /// The number of pets.
  @Managed("petCount") public var petCount: Int16

  /// Whether there has to be water.
  @Managed("needsWater") public var needsWater: Bool

  /// Whether there has to be a sewer.
  @Managed("needsSewer") public var needsSewer: Bool

  /// Whether a wheelchair must be able to use the site.
  @Managed("needsAccess") public var needsAccess: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// Who waits; never nil in a saved entry.
  @Managed("camper") public var camper: Camper?

  /// The hold that was made for them, or what became of it.
  @Managed("offer") public var offer: Reservation?

  /// The code that clerks use, `W-3`; one that waits in a scratch pad has a provisional code,
  /// `W-new1`.
  public var code: String { ProvisionalNumbers.code(of: self) }
}
