import Foundation

/// What is to be booked: a campsite, dates, and who comes.
///
///     var booking = Booking(site, for: camper, dates: dates)
///     booking.party = Party(adults: 4, vehicleLength: 38)
///     try service.book(booking)
public struct Booking {
  /// The campsite.
  public var site: CampSite
  /// The guest, where one is known.
  public var camper: Camper?
  /// The dates.
  public var dates: StayDates
  /// Who comes, and with what.
  public var party: Party
  /// Whatever else there is to say.
  public var note: String?
  /// The discount that is asked for by name; automatic ones are given besides.
  public var discount: Discount?
  /// What a night costs by an agreement at the desk; nil where the rates say it. With it, no
  /// discount is given that was not asked for.
  public var price: Decimal?
  /// Under which cancellation policy it is booked; nil for the one that new reservations get.
  public var policy: TermChoice<CancellationPolicy>?
  /// Whether rules about stays are broken on purpose, which the reservation keeps on record.
  public var overridesRules = false
  /// The campsites that the guest changes to on the way, in the order of the dates.
  public var siteChanges: [SiteChange] = []
  /// Whether the arrival may be past without a rule being broken.
  var allowsPast = false

  /// Makes what is to be booked.
  public init(
    _ site: CampSite, for camper: Camper?, dates: StayDates, party: Party = Party(),
    note: String? = nil
  ) {
    self.site = site
    self.camper = camper
    self.dates = dates
    self.party = party
    self.note = note
  }
}
