/// A stay that is thought of, with all that the rules about stays want to know of it.
public struct ProposedStay: Sendable, Hashable {
  /// What is asked about: all of it, or what is on one campsite of a stay that changes it.
  public var part: StayPart

  /// The dates of the whole stay.
  public var dates: StayDates

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
  /// - Parameter dates: those of the whole stay; by default it is all on one campsite.
  public init(
    _ part: StayPart, within dates: StayDates? = nil, bookedOn today: CalendarDate
  ) {
    self.part = part
    self.dates = dates ?? part.dates
    bookedOn = today
    self.today = today
  }

  /// Whether a class is booked, whichever of its campsites the stay gets.
  public var isByClass: Bool { part.place.site == nil }

  /// Whether the stay begins on this campsite.
  var isFirst: Bool { part.dates.arrival == dates.arrival }

  /// Whether the stay ends on this campsite.
  var isLast: Bool { part.dates.departure == dates.departure }

  /// Whether it would arrive in the past, where that is neither allowed nor how it was before.
  var hasPastArrival: Bool {
    isFirst && dates.arrival < bookedOn && !allowsPast && !keepsArrival
  }

  /// Whether it arrives when it did before.
  var keepsArrival: Bool { former?.parts.first?.dates.arrival == dates.arrival }
}
