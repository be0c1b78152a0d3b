import ObjectGraph

/// What an amount is counted by.
public enum ChargeBasis: String, Sendable, Hashable, CaseIterable, Codable, ManagedRawValue {
  /// Once a stay.
  case stay
  /// Each night.
  case night
  /// Each person, once.
  case person
  /// Each person and night.
  case personNight = "person-night"
  /// Each vehicle, once.
  case vehicle
  /// Each pet, once.
  case pet
  /// Each pet and night.
  case petNight = "pet-night"

  public static let emptyValue = ChargeBasis.stay
}
