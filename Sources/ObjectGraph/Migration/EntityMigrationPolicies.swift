import ObjectModel

/// The classes of migration policies by the name that a mapping model gives them.
///
/// Swift off Apple's systems cannot find a class by its name, so each class that a mapping model names
/// is registered once, before a migration.
public enum EntityMigrationPolicies {
  private static let classes = Lock<[String: EntityMigrationPolicy.Type]>([:])

  /// Makes classes known under their full names (`Module.NotePolicy`) and their short ones
  /// (`NotePolicy`).
  ///
  /// Of two classes with one short name, the last registered has it.
  public static func register(_ types: EntityMigrationPolicy.Type...) {
    classes.withLock { known in
      for type in types {
        known[String(reflecting: type)] = type
        known[String(describing: type)] = type
      }
    }
  }

  /// The class of that name; a module's name before the last dot counts only where it is known.
  public static func named(_ name: String) -> EntityMigrationPolicy.Type? {
    classes.withLock { known in
      known[name] ?? known[String(name.split(separator: ".").last ?? "")]
    }
  }

  /// A policy for each of the mappings.
  ///
  /// - Throws: code 134170 for names that are not known.
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
      .entityMigrationPolicy, "\(unknown.count) migration policies are not known",
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
