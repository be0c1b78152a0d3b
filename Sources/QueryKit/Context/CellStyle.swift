import Foundation
import ObjectGraph
import Rendering

/// How a program shows objects and bytes in the cells of a table.
package struct CellStyle: Sendable {
  private let label: @Sendable (ManagedObject) -> String

  /// What people call what an entity stands for.
  let noun: @Sendable (_ entity: String) -> String

  /// The entity whose objects tell least, as one of them is the same for all, mostly.
  let commonEntity: String?

  /// Whether objects are shown by their identities, as people have no names for them.
  let isByIdentity: Bool

  let data: @Sendable (Data) -> Cell

  /// A style in which people have names for objects, and bytes are in base 64.
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

  /// A style in which objects are shown by their identities, such as `Camper/p12`.
  package init(byIdentityWith data: @escaping @Sendable (Data) -> Cell) {
    label = { Self.identity(of: $0.objectID) }
    noun = { $0 }
    commonEntity = nil
    isByIdentity = true
    self.data = data
  }

  func text(of object: ManagedObject) -> String { label(object) }

  /// The label of the object of an identity.
  func text(of id: ManagedObjectID, in context: ManagedObjectContext) -> String {
    isByIdentity
      ? Self.identity(of: id) : (try? context.existingObject(with: id)).map(label) ?? "deleted"
  }

  private static func identity(of id: ManagedObjectID) -> String {
    "\(id.entity.name ?? "")/\(id.uriRepresentation().lastPathComponent)"
  }
}
