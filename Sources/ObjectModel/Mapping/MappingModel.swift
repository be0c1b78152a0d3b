/// How the objects of one version of a model are migrated to another.
///
/// Create it in code, read it from an `.xcmappingmodel` file, or infer it from the two versions. It
/// names entities and properties; whether the models have them is checked when a migration begins.
public final class MappingModel: Sendable {
  /// The name used in error messages: that of the file it was read from; otherwise empty.
  public let name: String

  /// The names of the two versions that it was made for; nil for any. Only models read from an
  /// `.xcdatamodeld` have version names.
  public let versionNames: (source: String, destination: String)?

  private let state: Lock<[EntityMapping]>

  /// Creates a mapping model whose mappings are carried out in the given order.
  ///
  /// - Parameter versionNames: the two versions that it is for; nil for any versions that it fits.
  public init(
    name: String = "", entityMappings: [EntityMapping] = [],
    versionNames: (source: String, destination: String)? = nil
  ) {
    self.name = name
    self.versionNames = versionNames
    state = Lock(entityMappings)
  }

  /// The entity mappings, in the order in which they are carried out.
  public var entityMappings: [EntityMapping] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// The entity mappings by name.
  public var entityMappingsByName: [String: EntityMapping] {
    Dictionary(entityMappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
