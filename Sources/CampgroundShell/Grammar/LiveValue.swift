/// A kind of value that lives in the store, for completion and did-you-mean.
public enum LiveValue: Sendable, Hashable, CaseIterable {
  /// The name of a campground.
  case campground
  /// The name of a camper.
  case camper
  /// The name or number of a campsite.
  case campsite
  /// The loops that campsites are in.
  case loop
  /// The code of a reservation, R-1.
  case reservation
  /// The code of a voucher.
  case voucher
  /// The name of an entity of the model.
  case entity
}
