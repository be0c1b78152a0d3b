/// Consecutive nights of a stay on one campsite.
public struct SiteSpan {
  /// The campsite; nil once it was deleted.
  public let site: CampSite?

  /// The name of the campsite, even if it has since been deleted.
  public let name: String?

  /// The dates there.
  public let dates: StayDates

  package init(site: CampSite?, name: String?, dates: StayDates) {
    self.site = site
    self.name = name
    self.dates = dates
  }

  /// Makes a span of nights on a campsite.
  package init(_ dates: StayDates, on site: CampSite) {
    self.init(site: site, name: site.name, dates: dates)
  }

  /// Whether the campsite is booked by the day.
  package var isByDay: Bool { site?.siteType == .dayUse }

  /// The part of the span between two dates; nil if it is empty.
  package func clipped(from first: CalendarDate?, to end: CalendarDate? = nil) -> SiteSpan? {
    let arrival = max(dates.arrival, first ?? dates.arrival)
    let departure = min(dates.departure, end ?? dates.departure)
    return (try? StayDates(arrival: arrival, departure: departure)).map {
      SiteSpan(site: site, name: name, dates: $0)
    }
  }
}

extension Reservation {
  /// The campsites of the stay by date: one span, or several where the guest changes sites.
  public var siteSpans: [SiteSpan] {
    presentSegments.compactMap(\.span).joined
  }

  /// The segments of the present nights, by date.
  package var presentSegments: [StaySegment] {
    segments.filter { !$0.isDeleted && !$0.isGivenUp }.sorted { $0.arrival < $1.arrival }
  }

  /// The campsites of the stay with the dates of the changes: `15`, or `15, then 16 from
  /// 2026-07-03`.
  public var siteWords: String? { siteSpans.siteWords ?? siteName }

  /// The campsite of a night; for a night outside the stay, that of the nearest one.
  public func site(on night: CalendarDate) -> (site: CampSite?, name: String?) {
    let span = siteSpans.span(on: night)
    return (span?.site, span?.name)
  }
}

extension [SiteSpan] {
  /// The campsites in order, `15, then 16 from 2026-07-03`; nil if none is known.
  package var siteWords: String? {
    guard let first, contains(where: { $0.name != nil }) else { return nil }
    let unknown = "a deleted site"
    return dropFirst().reduce(first.name ?? unknown) {
      "\($0), then \($1.name ?? unknown) from \($1.dates.arrival)"
    }
  }

  /// The span that contains a night; for a night outside them, the nearest one.
  package func span(on night: CalendarDate) -> SiteSpan? {
    last { $0.dates.arrival <= night } ?? first
  }

  /// The dates from the first arrival to the last departure; nil if there are no spans.
  package var dates: StayDates? {
    guard let first, let last else { return nil }
    return try? StayDates(arrival: first.dates.arrival, departure: last.dates.departure)
  }

  /// Whether the spans put a night on a campsite.
  package func has(_ night: CalendarDate, on site: CampSite?) -> Bool {
    contains { $0.site === site && $0.dates.contains(night: night) }
  }

  /// The parts of the spans between two dates.
  package func clipped(from first: CalendarDate? = nil, to end: CalendarDate? = nil) -> [SiteSpan] {
    compactMap { $0.clipped(from: first, to: end) }
  }

  /// The same nights, with consecutive spans on the same campsite joined.
  package var joined: [SiteSpan] {
    reduce(into: []) { spans, span in
      if let last = spans.last, last.site === span.site, last.name == span.name,
        last.dates.departure == span.dates.arrival,
        let whole = try? StayDates(arrival: last.dates.arrival, departure: span.dates.departure)
      {
        spans[spans.count - 1] = SiteSpan(site: span.site, name: span.name, dates: whole)
      } else {
        spans.append(span)
      }
    }
  }

  /// The same campsites for other dates. The guest changes sites on the same days as long as the
  /// new dates overlap the old ones; otherwise as many days after arrival as before. Added nights
  /// go to the first or the last campsite.
  package func moved(to new: StayDates) -> [SiteSpan] {
    guard let old = dates else { return [] }
    let days = old.overlaps(new) ? 0 : old.arrival.distance(to: new.arrival)
    let spans = compactMap { span in
      (try? StayDates(
        arrival: span.dates.arrival.advanced(by: days),
        departure: span.dates.departure.advanced(by: days)
      )).map { SiteSpan(site: span.site, name: span.name, dates: $0) }
    }.clipped(from: new.arrival, to: new.departure)
    return spans.indices.compactMap { index in
      let span = spans[index]
      let arrival = index == 0 ? new.arrival : span.dates.arrival
      let departure = index == spans.count - 1 ? new.departure : span.dates.departure
      return (try? StayDates(arrival: arrival, departure: departure)).map {
        SiteSpan(site: span.site, name: span.name, dates: $0)
      }
    }
  }

  /// The same nights, with those between two dates moved to a campsite.
  package func moved(
    to site: CampSite, from first: CalendarDate, until end: CalendarDate? = nil
  ) -> [SiteSpan] {
    let moved = clipped(from: first, to: end).map { SiteSpan($0.dates, on: site) }
    return (clipped(to: first) + moved + (end.map { clipped(from: $0) } ?? [])).joined
  }
}
