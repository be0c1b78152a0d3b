import ObjectModel

/// The registered migration policy classes, by the names that mapping models use.
///
/// Outside Apple's platforms, Swift cannot find a class by its name, so register each class that a
/// mapping model names once, before a migration.
public enum EntityMigrationPolicies {
  private static let classes = Lock<[String: EntityMigrationPolicy.Type]>([:])

  /// Registers classes under their qualified names (`Module.NotePolicy`) and their short names
  /// (`NotePolicy`).
  ///
  /// If two classes share a short name, the one registered last wins.
  public static func register(_ types: EntityMigrationPolicy.Type...) {
    classes.withLock { known in
      for type in types {
        known[String(reflecting: type)] = type
        known[String(describing: type)] = type
      }
    }
  }

  /// The class with a name; if a qualified name is not registered, its module prefix is ignored.
  public static func named(_ name: String) -> EntityMigrationPolicy.Type? {
    classes.withLock { known in
      known[name] ?? known[String(name.split(separator: ".").last ?? "")]
    }
  }

  /// Creates a policy for each mapping.
  ///
  /// - Throws: code 134170 for names that are not registered.
  static func policies(for mappings: [EntityMapping]) throws -> [EntityMigrationPolicy] {
    var unknown: [ObjectGraphError] = []
    let policies = mappings.map { mapping in
      guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
        return EntityMigrationPolicy()
      }
      guard let type = named(name) else {
        unknown.append(Self.unknown(name, of: mapping))
        return EntityMigrationPolicy()
      }
      return type.init()
    }
    guard let first = unknown.first else { return policies }
    guard unknown.count > 1 else { throw first }
    throw ObjectGraphError(
      .entityMigrationPolicy, "\(unknown.count) migration policies are not registered",
      repair: "register their classes before the migration", underlyingErrors: unknown)
  }

  private static func unknown(_ name: String, of mapping: EntityMapping) -> ObjectGraphError {
    let known = classes.withLock { $0.keys.filter { !$0.contains(".") }.sorted() }
    return ObjectGraphError(
      .entityMigrationPolicy,
      "the mapping \(mapping.name) has the policy \(name), which is not registered",
      repair: "call EntityMigrationPolicies.register(\(name).self) before the migration"
        + (NearestName.suggestion(for: name, among: known).map { "; \($0)" } ?? ""),
      entityName: mapping.sourceEntityName ?? mapping.destinationEntityName)
  }
}
