import Foundation
import ObjectGraph
import Rendering

/// How table cells show objects and binary data.
package struct CellStyle: Sendable {
  private let label: @Sendable (ManagedObject) -> String

  /// The user-facing name of an entity.
  let noun: @Sendable (_ entity: String) -> String

  /// An entity of which most objects refer to the same instance, so its columns are shown last.
  let commonEntity: String?

  /// Whether objects are shown by their identities because they have no labels.
  let isByIdentity: Bool

  let data: @Sendable (Data) -> Cell

  /// Creates a style that shows objects by their labels and binary data in base 64.
  package init(
    label: @escaping @Sendable (ManagedObject) -> String,
    noun: @escaping @Sendable (_ entity: String) -> String, commonEntity: String? = nil
  ) {
    self.label = label
    self.noun = noun
    self.commonEntity = commonEntity
    isByIdentity = false
    data = { .text($0.base64EncodedString()) }
  }

  /// Creates a style that shows objects by their identities, such as `Camper/p12`.
  package init(byIdentityWith data: @escaping @Sendable (Data) -> Cell) {
    label = { Self.identity(of: $0.objectID) }
    noun = { $0 }
    commonEntity = nil
    isByIdentity = true
    self.data = data
  }

  func text(of object: ManagedObject) -> String { label(object) }

  /// The text for the object with an ID; `deleted` if its label is needed and it does not exist.
  func text(of id: ManagedObjectID, in context: ManagedObjectContext) -> String {
    isByIdentity
      ? Self.identity(of: id) : (try? context.existingObject(with: id)).map(label) ?? "deleted"
  }

  private static func identity(of id: ManagedObjectID) -> String {
    "\(id.entity.name ?? "")/\(id.uriRepresentation().lastPathComponent)"
  }
}
