/// How the objects of one version of a model become those of another.
///
/// It is made in code, read from an `.xcmappingmodel` file, or inferred from the two versions. It names
/// entities and properties; whether the models have them is checked when a migration begins.
public final class MappingModel: Sendable {
  /// What errors call it: of one that was read, the name of its file; empty for others.
  public let name: String

  /// The names of the two versions that it was made for; nil for any. A version is known by its name
  /// when it comes from an `.xcdatamodeld`.
  public let versionNames: (source: String, destination: String)?

  private let state: Lock<[EntityMapping]>

  /// Makes a mapping model of the given mappings, which are carried out in their order.
  ///
  /// - Parameter versionNames: the two versions that it is for; nil for any that it fits.
  public init(
    name: String = "", entityMappings: [EntityMapping] = [],
    versionNames: (source: String, destination: String)? = nil
  ) {
    self.name = name
    self.versionNames = versionNames
    state = Lock(entityMappings)
  }

  /// The mappings of the entities, carried out in this order.
  public var entityMappings: [EntityMapping] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// The mappings of the entities by name.
  public var entityMappingsByName: [String: EntityMapping] {
    Dictionary(entityMappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
