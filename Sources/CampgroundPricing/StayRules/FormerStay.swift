/// What a stay that is changed was so far, as far as rules about stays want to know it.
///
/// A rule that was for the stay before is not asked again about a day of arrival or departure
/// that stays as it is. On another campsite the gaps beside the stay are new, and so is a rule
/// that was not for the former one.
public struct FormerStay: Sendable, Hashable {
  /// A campsite that the stay had nights on.
  public struct Place: Sendable, Hashable {
    /// What it was booked on.
    public var booked: BookedPlace
    /// The dates there.
    public var dates: StayDates
    /// Whether the campsite is let by the day.
    public var isByDay: Bool

    public init(_ booked: BookedPlace, _ dates: StayDates, byDay isByDay: Bool = false) {
      self.booked = booked
      self.dates = dates
      self.isByDay = isByDay
    }
  }

  /// The dates of the whole stay so far.
  public var dates: StayDates

  /// The campsites so far, by date.
  public var places: [Place]

  /// Whether the guest is here, so that no rule has a say about the arrival any more.
  public var hasArrived: Bool

  public init(_ dates: StayDates, at places: [Place], hasArrived: Bool = false) {
    self.dates = dates
    self.places = places
    self.hasArrived = hasArrived
  }
}
