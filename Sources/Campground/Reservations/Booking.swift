import Foundation

/// A stay to be booked: a campsite or a class, dates, and a party.
///
///     var booking = Booking(site, for: camper, dates: dates)
///     booking.party = Party(adults: 4, vehicleLength: 38)
///     try service.book(booking)
public struct Booking {
  /// What the guest is promised.
  public enum Place {
    /// A certain campsite.
    case site(CampSite)
    /// Any campsite of a class.
    case siteClass(SiteClass)
  }

  /// What the guest is promised.
  public var place: Place
  /// The guest; nil if none is named.
  public var camper: Camper?
  /// The dates.
  public var dates: StayDates
  /// The guests, their vehicles and their pets, and what they need.
  public var party: Party
  /// Free notes.
  public var note: String?
  /// A discount that was asked for, on top of automatic ones.
  public var discount: Discount?
  /// The price of a night agreed at the desk; nil where the rates apply. Automatic discounts do not
  /// reduce an agreed price.
  public var price: Decimal?
  /// The cancellation policy; nil for the default one.
  public var policy: TermChoice<CancellationPolicy>?
  /// Whether to override stay rules, which the reservation records.
  public var overridesRules = false
  /// The moves to other campsites during the stay, in the order of the dates; empty for a class.
  public var siteChanges: [SiteChange] = []
  /// Whether the arrival may lie in the past without breaking a rule.
  var allowsPast = false

  /// Makes a booking of a campsite.
  public init(
    _ site: CampSite, for camper: Camper?, dates: StayDates, party: Party = Party(),
    note: String? = nil
  ) {
    self.init(.site(site), for: camper, dates: dates, party: party, note: note)
  }

  /// Makes a booking of a class, whichever of its campsites the stay is assigned.
  public init(
    _ siteClass: SiteClass, for camper: Camper?, dates: StayDates, party: Party = Party(),
    note: String? = nil
  ) {
    self.init(.siteClass(siteClass), for: camper, dates: dates, party: party, note: note)
  }

  /// Makes a booking.
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
  /// The noun, `site` or `class`.
  public var noun: String {
    switch self {
    case .site: "site"
    case .siteClass: SiteClass.noun
    }
  }

  /// Whether it is booked by the day.
  var isByDay: Bool {
    if case .site(let site) = self { site.siteType == .dayUse } else { false }
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
