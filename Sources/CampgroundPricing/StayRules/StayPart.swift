/// Consecutive nights of a stay on one campsite, as far as stay rules need them.
public struct StayPart: Sendable, Hashable {
  /// What is booked: the campsite or the class.
  public var place: BookedPlace

  /// The dates on this campsite.
  public var dates: StayDates

  /// Whether the campsite is booked by the day.
  public var isByDay: Bool

  public init(_ dates: StayDates, at place: BookedPlace, byDay isByDay: Bool = false) {
    self.place = place
    self.dates = dates
    self.isByDay = isByDay
  }

  /// The day on which the guests leave; on a campsite booked by the day, that is the last day.
  var leavingDay: CalendarDate { isByDay ? dates.departure.advanced(by: -1) : dates.departure }
}
