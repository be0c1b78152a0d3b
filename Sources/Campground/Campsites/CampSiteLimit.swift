/// What may be unknown of a campsite, and can be made so again.
public enum CampSiteLimit: Sendable, Hashable, CaseIterable {
  /// The type.
  case type
  /// The greatest length of a vehicle.
  case vehicleLength
  /// The greatest number of people.
  case people
  /// The greatest number of vehicles.
  case vehicles
  /// Where it lies.
  case location
  /// The price of a night.
  case rate
}

extension CampSite {
  /// Takes away what is known of the campsite.
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
