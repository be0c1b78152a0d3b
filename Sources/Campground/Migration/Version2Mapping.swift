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
    for mapping in inferred.entityMappings {
      mapping.entityMigrationPolicyClassName = mapping.destinationEntityName.flatMap { name in
        name == "Reservation"
          ? String(reflecting: Version2ReservationPolicy.self)
          : Version2FactPolicy.facts[name].map { _ in String(reflecting: Version2FactPolicy.self) }
      }
    }
    return MappingModel(
      name: "version 2 to version 7", entityMappings: inferred.entityMappings)
  }

  private static let registration: Void = EntityMigrationPolicies.register(
    Version2ReservationPolicy.self, Version2FactPolicy.self)
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

/// Relates the lines of the ledger to the facts that they are about, which version 2 found by day,
/// name and tax group. Of facts that are alike, each line gets the next one.
final class Version2FactPolicy: EntityMigrationPolicy {
  /// By entity, the kind of the lines and their relationship to the fact.
  static let facts: [String: (kind: ChargeKind, relationship: String)] = [
    "Allowance": (.allowance, "allowance"), "GivenUpNights": (.kept, "givenUp"),
    "ChangeFee": (.changeFee, "changeFee"),
  ]

  override func performCustomValidation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {
    guard let (kind, relationship) = mapping.destinationEntityName.flatMap({ Self.facts[$0] })
    else { return }
    let facts = try manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: nil
    ).map { fact in
      (fact, stay: try fact.value(forKey: "reservation") as? ManagedObject, try position(of: fact))
    }.sorted { $0.2 < $1.2 }
    for (stay, facts) in Dictionary(grouping: facts, by: { $0.stay?.objectID }) where stay != nil {
      let lines = try facts[0].stay?.value(forKey: "entries") as? Set<ManagedObject> ?? []
      try relate(
        lines.filter { try $0.value(forKey: "kind") as? String == kind.rawValue }
          .sorted { try number(of: $0) < number(of: $1) },
        to: facts.map(\.0), by: relationship)
    }
  }

  private func relate(
    _ lines: [ManagedObject], to facts: [ManagedObject], by relationship: String
  ) throws {
    var taken: Set<Mark> = []
    for line in lines {
      let name = try line.value(forKey: "name") as? String
      let fitting = try facts.filter { try isAbout($0, line, named: name) }
      let next = fitting.first { !taken.contains(Mark(fact: $0.objectID, name: name)) }
      guard let fact = next ?? fitting.last else { continue }
      taken.insert(Mark(fact: fact.objectID, name: name))
      try line.setValue(fact, forKey: relationship)
    }
  }

  /// A fact that has a line, which is the share kept or the fee.
  private struct Mark: Hashable {
    let fact: ManagedObjectID
    let name: String?
  }

  private func isAbout(
    _ fact: ManagedObject, _ line: ManagedObject, named name: String?
  ) throws -> Bool {
    guard try line.value(forKey: "night") as? Date == fact.value(forKey: "day") as? Date else {
      return false
    }
    guard fact.entity.name == "Allowance" else { return true }
    return try name == fact.value(forKey: "text") as? String
      && line.value(forKey: "taxGroup") as? String == fact.value(forKey: "taxGroup") as? String
  }

  private func position(of fact: ManagedObject) throws -> Int32 {
    try fact.value(forKey: "position") as? Int32 ?? 0
  }

  private func number(of line: ManagedObject) throws -> Int64 {
    try line.value(forKey: "number") as? Int64 ?? 0
  }
}
