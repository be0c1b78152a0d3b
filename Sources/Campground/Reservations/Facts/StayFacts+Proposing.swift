extension StayFacts {
  /// Makes the facts of a stay that is asked for.
  ///
  /// - Parameters:
  ///   - siteClass: the class that is booked; nil where the campsites are.
  ///   - discount: the name of the discount that is asked for; nil for none.
  ///   - priceMinor: what each night is to cost, in minor units; nil for what the rates say.
  ///   - revision: that of the rules under which it would be agreed.
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
  /// A campsite as it is.
  init(_ site: CampSite?) {
    self.init(
      site: site.map(SiteID.init), siteClass: site?.siteClass.map(ClassID.init),
      siteType: site?.type)
  }

  /// What a night on a campsite is booked on: the class where that was booked, else the campsite.
  init(_ site: CampSite?, bookedBy siteClass: SiteClass?) {
    self = siteClass.map(BookedPlace.init) ?? BookedPlace(site)
  }
}
