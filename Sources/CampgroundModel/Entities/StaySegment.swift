import ObjectGraph

/// Consecutive nights that a stay has, or once agreed, on one campsite.
public final class StaySegment: FactOfStay {
  /// The date of the first night there.
  @Managed("dateFrom") public var arrival: CalendarDate

  /// The date on which it ends.
  @Managed("dateTo") public var departure: CalendarDate

  /// Whether its nights were agreed once and then given up, so that they are no longer part of the
  /// stay.
  @Managed("isGivenUp") public var isGivenUp: Bool

  /// The revision of the campground's rules when its nights were agreed.
  @Managed("agreedUnder") public var agreedUnder: Int64

  /// The price of each night agreed at the desk, in minor units; nil where the rates apply.
  @Managed("priceMinor") public var priceMinor: Int64?

  /// The name of the discount that was asked for; nil for none.
  @Managed("discount") public var discount: String?

  /// The revision of the rules when the discount was agreed.
  @Managed("discountUnder") public var discountUnder: Int64?

  /// The type of the campsite when the nights were agreed, as stored.
  @Managed("siteType") public var siteType: String?

  /// Whether the class was booked, so that the campsite does not affect the price.
  @Managed("isByClass") public var isByClass: Bool

  /// Whether the price was agreed elsewhere for all that the nights cost.
  @Managed("isAllIncluded") private var isAllIncluded: Bool

  /// Whether the stay was in house or still to come when it was imported.
  @Managed("includesTax") private var includesTax: Bool

  /// What the price covers.
  package var priceCovers: StayFacts.PriceCoverage {
    get { !isAllIncluded ? .lodging : includesTax ? .lodgingAndTaxes : .everything }
    set { (isAllIncluded, includesTax) = (newValue != .lodging, newValue == .lodgingAndTaxes) }
  }

  /// The party of those nights, where the party has changed since; nil for the party of the stay.
  @Managed("formerParty") public var formerParty: StayFacts.Party?

  /// The name of a campsite that has since been deleted; nil while it exists.
  @Managed("formerSiteName") public var formerSiteName: String?

  /// The campsite; nil once it was deleted, or where a version 1 store had none.
  @Managed("campSite") public var campSite: CampSite?

  /// The class that was booked, or that the campsite was in when the nights were agreed.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The segment as a value; nil for invalid dates.
  package var span: SiteSpan? {
    let dates = try? StayDates(arrival: arrival, departure: departure)
    return dates.map { SiteSpan(site: campSite, name: campSite?.name ?? formerSiteName, dates: $0) }
  }

  /// Copies a span into the segment; writes only what differs.
  package func take(_ span: SiteSpan) {
    if arrival != span.dates.arrival { arrival = span.dates.arrival }
    if departure != span.dates.departure { departure = span.dates.departure }
    if campSite !== span.site { campSite = span.site }
  }
}
