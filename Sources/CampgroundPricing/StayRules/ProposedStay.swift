/// A stay that is thought of, with all that the rules about stays want to know of it.
public struct ProposedStay: Sendable, Hashable {
  /// What is booked: the campsite, or its class.
  public var place: BookedPlace

  /// Whether the campsite is let by the day.
  public var isByDay: Bool

  /// The dates of the whole stay.
  public var dates: StayDates

  /// The dates on this campsite: all, or a part of a stay that changes the campsite.
  public var part: StayDates

  /// The calendar date of the campground on which it is booked or changed.
  public var bookedOn: CalendarDate

  /// The calendar date of the campground today, which is another one where a stay that was booked
  /// before is made valid again.
  public var today: CalendarDate

  /// What the stay is so far, when it is one that is changed.
  public var former: FormerStay?

  /// Whether the arrival may be past.
  public var allowsPast = false

  /// The date from which the campsite is free up to the arrival; nil where nothing near is taken.
  public var freeFrom: CalendarDate?

  /// The first taken night from the departure on; nil where nothing near is taken.
  public var takenFrom: CalendarDate?

  /// Makes a new stay that has nothing near it and is booked today.
  ///
  /// - Parameter part: the dates on this campsite of a stay that changes it; by default all.
  public init(
    at place: BookedPlace, byDay isByDay: Bool = false, _ dates: StayDates,
    part: StayDates? = nil, bookedOn today: CalendarDate
  ) {
    self.place = place
    self.isByDay = isByDay
    self.dates = dates
    self.part = part ?? dates
    bookedOn = today
    self.today = today
  }

  /// Whether a class is booked, whichever of its campsites the stay gets.
  public var isByClass: Bool { place.site == nil }

  /// Whether the stay begins on this campsite.
  var isFirst: Bool { part.arrival == dates.arrival }

  /// Whether the stay ends on this campsite.
  var isLast: Bool { part.departure == dates.departure }

  /// Whether it would arrive in the past, where that is neither allowed nor how it was before.
  var hasPastArrival: Bool {
    isFirst && dates.arrival < bookedOn && !allowsPast && dates.arrival != former?.dates.arrival
  }
}
