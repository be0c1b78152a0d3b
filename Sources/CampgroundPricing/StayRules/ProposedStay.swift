/// A stay that is proposed but not yet booked, with everything that stay rules need to know.
public struct ProposedStay: Sendable, Hashable {
  /// The part being checked: the whole stay, or its nights on one campsite if it changes sites.
  public var part: StayPart

  /// The dates of the whole stay.
  public var dates: StayDates

  /// The campground's calendar date on which the stay is booked or changed.
  public var bookedOn: CalendarDate

  /// Today's calendar date at the campground. It differs from `bookedOn` where a stay booked
  /// earlier is reinstated.
  public var today: CalendarDate

  /// The stay before the change; nil for a new stay.
  public var former: FormerStay?

  /// Whether the arrival may lie in the past.
  public var allowsPast = false

  /// The date since which the campsite is free before the arrival; nil where no stay is near.
  public var freeFrom: CalendarDate?

  /// The first occupied night from the departure on; nil where no stay is near.
  public var takenFrom: CalendarDate?

  /// Makes a new stay that is booked today, with no other stay near it.
  ///
  /// - Parameter dates: the dates of the whole stay; by default those of the part.
  public init(
    _ part: StayPart, within dates: StayDates? = nil, bookedOn today: CalendarDate
  ) {
    self.part = part
    self.dates = dates ?? part.dates
    bookedOn = today
    self.today = today
  }

  /// Whether the stay is booked by class, whichever campsite it is assigned.
  public var isByClass: Bool { part.place.site == nil }

  /// Whether the stay begins on this campsite.
  var isFirst: Bool { part.dates.arrival == dates.arrival }

  /// Whether the stay ends on this campsite.
  var isLast: Bool { part.dates.departure == dates.departure }

  /// Whether the arrival lies in the past although that is not allowed and is not the unchanged
  /// arrival.
  var hasPastArrival: Bool {
    isFirst && dates.arrival < bookedOn && !allowsPast && !keepsArrival
  }

  /// Whether the arrival is unchanged.
  var keepsArrival: Bool { former?.parts.first?.dates.arrival == dates.arrival }
}
