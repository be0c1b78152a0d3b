import ObjectGraph

/// Nights in a row that a stay has on one campsite.
public struct SiteSpan {
  /// The campsite; nil once it was deleted.
  public let site: CampSite?

  /// The campsite's name, also of one that was deleted since, where that is known.
  public let name: String?

  /// The dates there.
  public let dates: StayDates
}

extension Reservation {
  /// Where the nights of the stay are spent, by date: one span, or several of a guest who was moved
  /// on the way. Empty where the dates make no stay.
  ///
  /// They are read from the nights that the stay keeps; one that keeps none counts as spent on its
  /// campsite. Only a guest who came can have nights on several, so that of others nothing is read.
  public var siteSpans: [SiteSpan] {
    guard let dates else { return [] }
    let whole = [SiteSpan(site: campSite, name: siteName, dates: dates)]
    guard state == .checkedIn || state == .checkedOut else { return whole }
    let kept = nights.filter { !$0.isDeleted && dates.contains(night: $0.date) }
    guard kept.contains(where: { $0.campSite !== campSite }) else { return whole }
    let sites = Dictionary(
      kept.compactMap { night in night.campSite.map { (night.night, $0) } },
      uniquingKeysWith: { first, _ in first })
    var spans: [SiteSpan] = []
    for date in dates.nights {
      let site = sites[date.dayNumber]
      let begun = spans.last.flatMap { $0.site === site ? $0 : nil }
      guard
        let longer = try? StayDates(
          arrival: begun?.dates.arrival ?? date, departure: date.advanced(by: 1))
      else { continue }
      if begun != nil { spans.removeLast() }
      // The nights of a campsite go with it when it is deleted.
      let name = site?.name ?? (campSite == nil ? formerSiteName : nil)
      spans.append(SiteSpan(site: site, name: name, dates: longer))
    }
    return spans
  }

  /// The campsites of the stay with the days of changing: `15`, or `15, from 2026-07-03 16`.
  public var siteWords: String? { SiteSpan.words(for: siteSpans) ?? siteName }

  /// The campsite of a night; outside of the stay the one that it is on.
  public func site(on night: CalendarDate) -> (site: CampSite?, name: String?) {
    guard let span = siteSpans.first(where: { $0.dates.contains(night: night) }) else {
      return (campSite, siteName)
    }
    return (span.site, span.name)
  }
}

extension SiteSpan {
  /// Spans in their order, `15, from 2026-07-03 16`; nil for none that is known.
  static func words(for spans: [SiteSpan]) -> String? {
    guard let first = spans.first, spans.contains(where: { $0.name != nil }) else { return nil }
    let unknown = "a deleted site"
    return spans.dropFirst().reduce(first.name ?? unknown) {
      "\($0), from \($1.dates.arrival) \($1.name ?? unknown)"
    }
  }

  /// Whether the campsite is let by the day.
  var isByDay: Bool { site?.siteType == .dayUse }
}
