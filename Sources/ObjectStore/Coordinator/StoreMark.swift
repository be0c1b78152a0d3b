import ObjectModel

/// What the stores of a coordinator held at one moment, to tell later whether anybody has written to
/// them since: see `ManagedObjectContext.saveThrough(ifUnchangedSince:)`.
public struct StoreMark: Sendable, Hashable {
  /// The state of each store, by its number.
  package let versions: [Int: ContentVersion]
}

extension PersistentStoreCoordinator {
  /// Notes what the stores hold now.
  ///
  /// - Throws: code 133010 without a store, and what a store reports.
  public func mark() throws -> StoreMark {
    StoreMark(
      versions: try Dictionary(
        uniqueKeysWithValues: allStores().map { ($0.identity.number, try $0.contentVersion()) }))
  }
}

extension ObjectGraphError {
  private static let writtenStoreKey = "writtenStore"

  /// Whether a save was refused because somebody wrote to the store since the moment that it names;
  /// then nothing stands against trying again.
  public var isLateForStore: Bool { details[Self.writtenStoreKey] != nil }

  /// Code 133020: somebody wrote to a store since it was marked.
  static func writtenSince(_ path: String) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectMerge, "somebody wrote to the store \(path) meanwhile",
      repair: "look at what is there now, and save again", details: [writtenStoreKey: path])
  }
}
