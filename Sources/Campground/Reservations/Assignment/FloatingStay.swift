/// A stay booked by class, which may be on any site of the class that fits it.
public struct FloatingStay<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable, Hashable {
  /// The identifier of the stay.
  public let id: StayID

  /// Its dates.
  public let dates: StayDates

  /// The sites that are long enough, have the hookups, and so on; the stay never gets any other.
  public let fits: Set<Site>

  /// Its present site; nil for none.
  public let site: Site?

  /// Describes a stay.
  public init(_ id: StayID, dates: StayDates, fits: Set<Site>, on site: Site? = nil) {
    self.id = id
    self.dates = dates
    self.fits = fits
    self.site = site
  }
}
