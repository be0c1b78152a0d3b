import Foundation

/// What is to be booked: a campsite or a class of them, dates, and who comes.
///
///     var booking = Booking(site, for: camper, dates: dates)
///     booking.party = Party(adults: 4, vehicleLength: 38)
///     try service.book(booking)
public struct Booking {
  /// What a guest is promised.
  public enum Place {
    /// This campsite.
    case site(CampSite)
    /// Some campsite of this class.
    case siteClass(SiteClass)
  }

  /// What the guest is promised.
  public var place: Place
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
  /// The campsites that the guest changes to on the way, in the order of the dates; none of a
  /// class.
  public var siteChanges: [SiteChange] = []
  /// Whether the arrival may be past without a rule being broken.
  var allowsPast = false

  /// Makes what is to be booked on a campsite.
  public init(
    _ site: CampSite, for camper: Camper?, dates: StayDates, party: Party = Party(),
    note: String? = nil
  ) {
    self.init(.site(site), for: camper, dates: dates, party: party, note: note)
  }

  /// Makes what is to be booked in a class, whichever of its campsites the stay gets.
  public init(
    _ siteClass: SiteClass, for camper: Camper?, dates: StayDates, party: Party = Party(),
    note: String? = nil
  ) {
    self.init(.siteClass(siteClass), for: camper, dates: dates, party: party, note: note)
  }

  /// Makes what is to be booked.
  public init(
    _ place: Place, for camper: Camper?, dates: StayDates, party: Party = Party(),
    note: String? = nil
  ) {
    self.place = place
    self.camper = camper
    self.dates = dates
    self.party = party
    self.note = note
  }
}

extension Booking.Place {
  /// What it is, `site` or `class`.
  public var noun: String {
    switch self {
    case .site: "site"
    case .siteClass: SiteClass.noun
    }
  }

  /// The name of the campsite or of the class.
  public var name: String {
    switch self {
    case .site(let site): site.name
    case .siteClass(let siteClass): siteClass.name
    }
  }
}

extension Booking {
  /// The campsite; nil where a class is booked.
  public var site: CampSite? {
    if case .site(let site) = place { site } else { nil }
  }

  /// The class; nil where a campsite is booked.
  public var siteClass: SiteClass? {
    if case .siteClass(let siteClass) = place { siteClass } else { nil }
  }

  /// The campground.
  var campground: Campground? {
    switch place {
    case .site(let site): site.campground
    case .siteClass(let siteClass): siteClass.campground
    }
  }
}
