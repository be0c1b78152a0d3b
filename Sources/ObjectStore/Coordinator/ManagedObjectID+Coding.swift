import Foundation
import ObjectModel

extension CodingUserInfoKey {
  // Never nil: every name makes a key.
  // swift-format-ignore: NeverForceUnwrap
  /// The key in a decoder's `userInfo` for the `PersistentStoreCoordinator` to whose stores decoded
  /// object IDs belong.
  public static let persistentStoreCoordinator =
    CodingUserInfoKey(rawValue: "ObjectGraph.persistentStoreCoordinator")!
}

/// Codes an ID as its object's URI. `#Predicate` requires `Codable` of the values that it captures.
extension ManagedObjectID: Codable {
  /// - Throws: `EncodingError` for the ID of an unsaved object.
  public func encode(to encoder: any Encoder) throws {
    let id = current
    guard !id.isTemporaryID else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(id) identifies an object that has not been saved: save it first"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(id.uriRepresentation())
  }

  /// Finds the ID with the coordinator under `persistentStoreCoordinator` in the decoder's
  /// `userInfo`; it does not check that the object exists.
  ///
  /// - Throws: `DecodingError` if there is no coordinator, or the URI does not belong to its
  ///   stores.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let uri = try container.decode(URL.self)
    let coordinator = decoder.userInfo[.persistentStoreCoordinator] as? PersistentStoreCoordinator
    guard let id = coordinator?.managedObjectID(forURIRepresentation: uri) else {
      let reason =
        coordinator == nil
        ? "decoding an object ID requires a coordinator in userInfo[.persistentStoreCoordinator]"
        : "\(uri.absoluteString) does not identify an object in the coordinator's stores"
      throw DecodingError.dataCorruptedError(in: container, debugDescription: reason)
    }
    self = id
  }
}
