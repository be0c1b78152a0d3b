/// What an amount is multiplied by.
public enum ChargeBasis: String, Sendable, Hashable, CaseIterable, Codable {
  /// Once per stay.
  case stay
  /// Per night.
  case night
  /// Per person, once.
  case person
  /// Per person and night.
  case personNight = "person-night"
  /// Per adult, once.
  case adult
  /// Per adult and night.
  case adultNight = "adult-night"
  /// Per child, once.
  case child
  /// Per child and night.
  case childNight = "child-night"
  /// Per vehicle, once.
  case vehicle
  /// Per vehicle and night.
  case vehicleNight = "vehicle-night"
  /// Per pet, once.
  case pet
  /// Per pet and night.
  case petNight = "pet-night"

  /// What is counted, for instance `person`; nil for a basis of stays or nights alone.
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
