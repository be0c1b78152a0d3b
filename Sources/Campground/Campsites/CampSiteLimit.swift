/// A property of a campsite that may be unknown, and can be cleared again.
public enum CampSiteLimit: Sendable, Hashable, CaseIterable {
  /// The type.
  case type
  /// The maximum vehicle length.
  case vehicleLength
  /// The maximum number of people.
  case people
  /// The maximum number of vehicles.
  case vehicles
  /// The location.
  case location
  /// The price of a night.
  case rate
}

extension CampSite {
  /// Clears properties of the campsite.
  func forget(_ limits: Set<CampSiteLimit>) {
    for limit in limits {
      switch limit {
      case .type:
        type = nil
        typeName = nil
      case .vehicleLength: maximumVehicleLength = nil
      case .people: maximumPeople = nil
      case .vehicles: maximumVehicles = nil
      case .location: location = nil
      case .rate: rateMinor = nil
      }
    }
  }
}
