extension StayFacts {
  /// Makes the facts of a proposed stay.
  ///
  /// - Parameters:
  ///   - siteClass: the booked class; nil where campsites are booked.
  ///   - discount: the name of the requested discount; nil for none.
  ///   - priceMinor: the agreed price of each night in minor units; nil where the rates apply.
  ///   - revision: the revision of the rules under which it would be agreed.
  init(
    proposing spans: [SiteSpan], of siteClass: SiteClass? = nil, for party: Party,
    discount: String? = nil,
    priceMinor: Int64? = nil, under revision: Int64
  ) {
    let asked = discount.map { AgreedDiscount($0, agreedUnder: revision) }
    self.init(
      nights: spans.flatMap { span in
        let place = BookedPlace(span.site, bookedBy: siteClass)
        return span.dates.nights.map {
          Night(
            $0, at: place, agreedUnder: revision, agreedPriceMinor: priceMinor,
            agreedDiscount: asked)
        }
      }, party: party)
  }
}

extension BookedPlace {
  /// Makes the place of a campsite.
  init(_ site: CampSite?) {
    self.init(
      site: site.map(SiteID.init), siteClass: site?.siteClass.map(ClassID.init),
      siteType: site?.type)
  }

  /// Makes the place for which a night on a campsite is booked: the class if one was booked,
  /// otherwise the campsite.
  init(_ site: CampSite?, bookedBy siteClass: SiteClass?) {
    self = siteClass.map(BookedPlace.init) ?? BookedPlace(site)
  }
}
