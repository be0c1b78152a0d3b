/// Nights in a row of a stay on one campsite, as far as the rules about stays want to know them.
public struct StayPart: Sendable, Hashable {
  /// What is booked: the campsite, or its class.
  public var place: BookedPlace

  /// From the arrival there to the departure from there.
  public var dates: StayDates

  /// Whether the campsite is booked by the day.
  public var isByDay: Bool

  public init(_ dates: StayDates, at place: BookedPlace, byDay isByDay: Bool = false) {
    self.place = place
    self.dates = dates
    self.isByDay = isByDay
  }

  /// The day on which guests leave: whoever has a site by the day leaves on the last one.
  var leavingDay: CalendarDate { isByDay ? dates.departure.advanced(by: -1) : dates.departure }
}
