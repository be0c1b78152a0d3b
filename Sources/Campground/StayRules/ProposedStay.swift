import ObjectGraph

/// A stay that is thought of, with all that the rules about stays want to know of it.
public struct ProposedStay: Sendable, Hashable {
  /// What is booked: the campsite, or its class.
  public let place: BookedPlace

  /// The word of the campsite's type, where it is known.
  public let siteType: String?

  /// The dates of the whole stay.
  public let dates: StayDates

  /// The dates on this campsite: all, or a part of a stay that changes the campsite.
  public let part: StayDates

  /// The calendar date of the campground on which it is booked or changed.
  public let bookedOn: CalendarDate

  /// The calendar date of the campground today, which is another one where a stay that was booked
  /// before is made valid again.
  public let today: CalendarDate

  /// What the stay is so far, when it is one that is changed.
  public let former: FormerStay?

  /// Whether the arrival may be past.
  public let allowsPast: Bool

  /// The date from which the campsite is free up to the arrival; nil where nothing near is taken.
  public let freeFrom: CalendarDate?

  /// The first taken night from the departure on; nil where nothing near is taken.
  public let takenFrom: CalendarDate?

  /// Makes a stay on a campsite.
  ///
  /// - Parameters:
  ///   - siteClass: the class that is booked; nil where the campsite is.
  ///   - part: the dates on this campsite of a stay that changes it; by default all.
  ///   - bookedOn: the date from which rules about the day of booking count.
  ///   - today: by default the date of booking.
  ///   - former: what a stay that is changed was so far.
  ///   - allowsPast: whether the arrival may be past.
  ///   - freeFrom: the date after the last night before the arrival that someone else has.
  ///   - takenFrom: the first night from the departure on that someone else has.
  public init(
    on site: CampSite, bookedBy siteClass: SiteClass? = nil, dates: StayDates,
    part: StayDates? = nil, bookedOn: CalendarDate,
    today: CalendarDate? = nil, changing former: FormerStay? = nil,
    allowingPast allowsPast: Bool = false, freeFrom: CalendarDate? = nil,
    takenFrom: CalendarDate? = nil
  ) {
    place = BookedPlace(site, bookedBy: siteClass)
    siteType = site.type
    self.dates = dates
    self.part = part ?? dates
    self.bookedOn = bookedOn
    self.today = today ?? bookedOn
    self.former = former
    self.allowsPast = allowsPast
    self.freeFrom = freeFrom
    self.takenFrom = takenFrom
  }

  /// Whether the campsite is let by the day.
  var isByDay: Bool { siteType == CampSiteType.dayUse.rawValue }

  /// Whether the stay begins on this campsite.
  var isFirst: Bool { part.arrival == dates.arrival }

  /// Whether the stay ends on this campsite.
  var isLast: Bool { part.departure == dates.departure }
}
