import Foundation
import ObjectGraph

/// Maps version 2 to the latest version: what can be inferred, and what a policy has to find out.
enum Version2Mapping {
  /// The mapping; nil where the rest cannot be inferred, and then the migration says why.
  static func model() -> MappingModel? {
    _ = registration
    guard
      let inferred = try? MappingModel.inferredMappingModel(
        forSourceModel: .campgroundVersion2, destinationModel: .campground)
    else { return nil }
    inferred.entityMappings.first { $0.destinationEntityName == "Reservation" }?
      .entityMigrationPolicyClassName = String(reflecting: Version2ReservationPolicy.self)
    return MappingModel(
      name: "version 2 to version 3", entityMappings: inferred.entityMappings)
  }

  private static let registration: Void = EntityMigrationPolicies.register(
    Version2ReservationPolicy.self)
}

/// Counts the nights of a stay that had no price: one night without a rate left the whole stay
/// without a total. The next change of the stay counts them anew.
final class Version2ReservationPolicy: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
    guard try source.value(forKey: "totalMinor") == nil,
      let arrival = try source.value(forKey: "dateFrom") as? Date,
      let departure = try source.value(forKey: "dateTo") as? Date
    else { return }
    let nights = CalendarDate(arrival, in: .gmt).distance(to: CalendarDate(departure, in: .gmt))
    for stay in try manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [source])
    {
      try stay.setValue(Int64(0), forKey: "totalMinor")
      try stay.setValue(Int16(clamping: nights), forKey: "unpricedNights")
    }
  }
}
