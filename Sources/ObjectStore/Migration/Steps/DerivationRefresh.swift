import Foundation
import ObjectModel
import SQLite

/// After an inferred step, recomputes the derived attributes whose values may have changed: those
/// that are new or have a new derivation, and all others if any entity has changed.
struct DerivationRefresh {
  private let difference: ModelDifference
  private let session: SQLiteSession
  private let configuration: StoreConfiguration

  private static let rowsInABatch = 1000

  init(
    _ difference: ModelDifference, _ connection: Connection, _ mapping: StoreMapping,
    _ configuration: StoreConfiguration, path: String
  ) {
    self.difference = difference
    self.configuration = configuration
    session = SQLiteSession(
      connection: connection,
      store: OpenStore(
        settings: StoreSettings(url: URL(fileURLWithPath: path)), configuration: configuration,
        mapping: mapping, identity: StoreIdentity(identifier: ""), path: path, versionGuard: nil))
  }

  func run() throws {
    for entity in session.model.entities
    where !entity.entity.isAbstract && configuration.holds(entity) {
      let properties = entity.properties.filter { property in
        guard let attribute = property.attribute as? DerivedAttributeDescription else {
          return false
        }
        return isStale(attribute, of: entity)
      }
      if !properties.isEmpty { try refresh(properties, of: entity) }
    }
  }

  private func isStale(_ attribute: DerivedAttributeDescription, of entity: EntityLayout) -> Bool {
    let change = difference.entities.first { $0.destination === entity.entity }
    let former = change?.properties.first { $0.destination === attribute }?.source
    guard let former = former as? DerivedAttributeDescription,
      former.derivationExpression == attribute.derivationExpression,
      former.versionHashModifier == attribute.versionHashModifier
    else { return true }
    return difference.entities.contains { $0.destination != nil && $0.kind != .unchanged }
  }

  private func refresh(_ properties: [PropertyLayout], of entity: EntityLayout) throws {
    // The time of an object's last save is unknown if it was not stored.
    let own = properties.filter { $0.derivation.map { $0.isOwn && $0.form != .now } ?? false }
    let numbers = session.model.derivations.indices.filter { number in
      properties.contains { $0.index == session.model.derivations[number].property.index }
        && session.model.derivations[number].owner.includes(entity.number)
    }
    let table = session.mapping.table(of: entity).name
    var last: Int64 = 0
    while true {
      let keys = try session.connection.integers(
        """
        SELECT Z_PK FROM \(table) WHERE Z_ENT = \(entity.number) AND Z_PK > ? \
        ORDER BY Z_PK LIMIT \(Self.rowsInABatch)
        """, last)
      guard let end = keys.last else { return }
      if !own.isEmpty { try refreshOwn(own, keys, of: entity) }
      if !numbers.isEmpty {
        var run = DerivationRun(owners: Set(keys), of: numbers, session: session)
        _ = try run.run(TemporaryKeys())
      }
      last = end
    }
  }

  private func refreshOwn(
    _ properties: [PropertyLayout], _ keys: [Int64], of entity: EntityLayout
  ) throws {
    for row in try session.rows(keys: keys, root: entity) {
      let (fresh, changed) = row.derivingOwnValues(entity, at: Date())
      for property in properties where changed.contains(property.index) {
        try session.write(fresh, property, entity)
      }
    }
  }
}
