import ObjectGraph

/// A stay that is thought of, with all that the rules about stays want to know of it.
public struct ProposedStay: Sendable, Hashable {
  /// The campsite.
  public let siteID: ManagedObjectID

  /// The word of the campsite's type, where it is known.
  public let siteType: String?

  /// The dates of the whole stay.
  public let dates: StayDates

  /// The dates on this campsite: all, or a part of a stay that changes the campsite.
  public let part: StayDates

  /// The calendar date of the campground on which it is booked or changed.
  public let bookedOn: CalendarDate

  /// The dates that the whole stay has so far, when it is one on this campsite that is changed.
  public let formerDates: StayDates?

  /// The dates that it has on this campsite so far.
  public let formerPart: StayDates?
  /// The arrival that the stay has so far, on whatever campsite, when it is one that is changed.
  public let formerArrival: CalendarDate?

  /// The date from which the campsite is free up to the arrival; nil where nothing near is taken.
  public let freeFrom: CalendarDate?

  /// The first taken night from the departure on; nil where nothing near is taken.
  public let takenFrom: CalendarDate?

  /// Makes a stay on a campsite.
  ///
  /// - Parameters:
  ///   - part: the dates on this campsite of a stay that changes it; by default all.
  ///   - formerDates: the dates so far of a stay that is changed.
  ///   - formerPart: those on this campsite; by default all.
  ///   - formerArrival: its arrival so far where it is to be on another campsite; by default that of
  ///     `formerDates`.
  ///   - freeFrom: the date after the last night before the arrival that someone else has.
  ///   - takenFrom: the first night from the departure on that someone else has.
  public init(
    on site: CampSite, dates: StayDates, part: StayDates? = nil, bookedOn: CalendarDate,
    formerDates: StayDates? = nil, formerPart: StayDates? = nil,
    formerArrival: CalendarDate? = nil, freeFrom: CalendarDate? = nil,
    takenFrom: CalendarDate? = nil
  ) {
    siteID = site.objectID
    siteType = site.type
    self.dates = dates
    self.part = part ?? dates
    self.bookedOn = bookedOn
    self.formerDates = formerDates
    self.formerPart = formerPart ?? formerDates
    self.formerArrival = formerArrival ?? formerDates?.arrival
    self.freeFrom = freeFrom
    self.takenFrom = takenFrom
  }

  /// Whether the stay begins on this campsite.
  var isFirst: Bool { part.arrival == dates.arrival }

  /// Whether the stay ends on this campsite.
  var isLast: Bool { part.departure == dates.departure }
}
