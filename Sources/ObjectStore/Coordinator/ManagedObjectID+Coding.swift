import Foundation
import ObjectModel

extension CodingUserInfoKey {
  // Never nil: every name makes a key.
  // swift-format-ignore: NeverForceUnwrap
  /// Under this key a decoder is given the `PersistentStoreCoordinator` to whose stores decoded
  /// object IDs belong.
  public static let persistentStoreCoordinator =
    CodingUserInfoKey(rawValue: "ObjectGraph.persistentStoreCoordinator")!
}

/// An ID as the URI of its object, which is what `#Predicate` asks of a value that it captures.
extension ManagedObjectID: Codable {
  /// - Throws: `EncodingError` for the ID of an object that was not saved yet.
  public func encode(to encoder: any Encoder) throws {
    let id = current
    guard !id.isTemporaryID else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(id) names an object that was not saved yet: save it first"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(id.uriRepresentation())
  }

  /// Finds the ID in the coordinator that the decoder's `userInfo` has under
  /// `persistentStoreCoordinator`; whether there is such an object is not looked up.
  ///
  /// - Throws: `DecodingError` without a coordinator, and for a URI of none of its stores.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let uri = try container.decode(URL.self)
    let coordinator = decoder.userInfo[.persistentStoreCoordinator] as? PersistentStoreCoordinator
    guard let id = coordinator?.managedObjectID(forURIRepresentation: uri) else {
      let reason =
        coordinator == nil
        ? "an object ID is decoded with a coordinator in userInfo[.persistentStoreCoordinator]"
        : "\(uri.absoluteString) names no object of the coordinator's stores"
      throw DecodingError.dataCorruptedError(in: container, debugDescription: reason)
    }
    self = id
  }
}
