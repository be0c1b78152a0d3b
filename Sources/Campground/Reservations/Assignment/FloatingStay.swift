/// A stay booked by class, which may be on any site of the class that fits it.
struct FloatingStay: Sendable {
  /// A number that the caller gives the stay.
  let id: Int

  /// Its dates.
  let dates: StayDates

  /// The sites that are long enough, have the hookups, and so on; the stay never gets any other.
  let fits: Set<String>

  /// Its present site; nil for none.
  var site: String?
}
