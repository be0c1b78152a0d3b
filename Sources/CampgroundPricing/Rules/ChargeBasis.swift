/// What an amount is counted by.
public enum ChargeBasis: String, Sendable, Hashable, CaseIterable, Codable {
  /// Once a stay.
  case stay
  /// Each night.
  case night
  /// Each person, once.
  case person
  /// Each person and night.
  case personNight = "person-night"
  /// Each adult, once.
  case adult
  /// Each adult and night.
  case adultNight = "adult-night"
  /// Each child, once.
  case child
  /// Each child and night.
  case childNight = "child-night"
  /// Each vehicle, once.
  case vehicle
  /// Each vehicle and night.
  case vehicleNight = "vehicle-night"
  /// Each pet, once.
  case pet
  /// Each pet and night.
  case petNight = "pet-night"

  /// What is counted, `person` for instance; nil where it is the stay or its nights alone.
  public var unit: String? {
    switch self {
    case .stay, .night: nil
    case .person, .personNight: "person"
    case .adult, .adultNight: "adult"
    case .child, .childNight: "child"
    case .vehicle, .vehicleNight: "vehicle"
    case .pet, .petNight: "pet"
    }
  }
}
