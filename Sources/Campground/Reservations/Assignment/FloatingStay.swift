/// A stay that was booked by class, so that it may have any site of the class that fits it.
public struct FloatingStay<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable, Hashable {
  /// What tells the stay from the others.
  public let id: StayID

  /// Its dates.
  public let dates: StayDates

  /// The sites that are long enough, have the hookups, and so on; others of the class never get it.
  public let fits: Set<Site>

  /// The site it has now; nil for one that has none yet.
  public let site: Site?

  /// Describes a stay.
  public init(_ id: StayID, dates: StayDates, fits: Set<Site>, on site: Site? = nil) {
    self.id = id
    self.dates = dates
    self.fits = fits
    self.site = site
  }
}
