import ObjectGraph

/// A class of campsites that are interchangeable for a booking: "RV 50A full hookup".
public final class SiteClass: CampgroundRule {
  public override class var noun: String { "class" }
  public override class var remedy: String { "choose another class there first" }

  /// Free notes.
  @Managed("note") public var note: String?

  /// The campsites of the class.
  @Managed("sites") public var sites: Set<CampSite>

  /// The stays that were booked by the class, past ones included.
  @Managed("reservations") public var reservations: Set<Reservation>

  /// The nights that are priced by the class.
  @Managed("segments") public var segments: Set<StaySegment>

  /// The wishes for a campsite of the class.
  @Managed("wishes") public var wishes: Set<Wish>

  /// The rates for the class, former versions included.
  @Managed("rates") public var rates: Set<Rate>

  /// The discounts for the class, former versions included.
  @Managed("discounts") public var discounts: Set<Discount>

  /// The taxes for the class, former versions included.
  @Managed("taxes") public var taxes: Set<Tax>

  /// The fees for the class, former versions included.
  @Managed("fees") public var fees: Set<Fee>

  /// The deposit rules for the class, former versions included.
  @Managed("depositRules") public var depositRules: Set<DepositRule>

  /// The cancellation policies for the class, former versions included.
  @Managed("cancellationPolicies") public var cancellationPolicies: Set<CancellationPolicy>

  /// The stay rules for the class, former versions included.
  @Managed("stayRules") public var stayRules: Set<StayRule>

  /// The iCalendar files of the class.
  @Managed("feeds") public var feeds: Set<CalendarFeed>
}

extension SiteClass {
  /// The campsites by `NaturalName`.
  public var sortedSites: [CampSite] {
    sites.filter { !$0.isDeleted }.naturallySorted(by: \.name)
  }

  /// The type that all its campsites share, as stored; nil where they differ or there are none.
  public var siteType: String? {
    let types = Set(sortedSites.map(\.type))
    return types.count == 1 ? types.first ?? nil : nil
  }
}

extension BookedPlace {
  /// The place of a stay booked by class, whichever campsite it is assigned.
  package init(_ siteClass: SiteClass) {
    self.init(siteClass: ClassID(siteClass), siteType: siteClass.siteType)
  }
}
