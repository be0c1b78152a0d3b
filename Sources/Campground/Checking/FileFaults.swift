import Foundation
import ObjectGraph

/// The faults of the file and of the files beside it, in the words of the desk.
struct FileFaults {
  static let damage = "Damage to the file"

  private static let references = "Missing objects"
  private static let pictures = "Missing files"
  private static let leftovers = "Files that nothing refers to"

  func findings(in service: CheckService) throws -> [StoreFinding] {
    let coordinator = service.storeStack.persistentStoreCoordinator
    return try coordinator.persistentStores.flatMap { store in
      try coordinator.faults(in: store).map { try finding($0, in: store, service) }
    }
  }

  private func finding(
    _ fault: StoreFault, in store: PersistentStore, _ service: CheckService
  ) throws -> StoreFinding {
    switch fault.kind {
    case .database:
      StoreFinding(
        rule: Self.damage, subject: store.url.lastPathComponent, problem: fault.message,
        repair: "stop working with it, and restore the latest backup: \"backup list\" shows them")
    case .missingDestination:
      StoreFinding(
        rule: Self.references, subject: subject(of: fault, service), problem: fault.message,
        repair: Violation.restoring)
    case .primaryKey:
      StoreFinding(
        rule: Self.references, subject: subject(of: fault, service), problem: fault.message,
        repair: Violation.restoring)
    case .missingFile(_, let path):
      StoreFinding(
        rule: Self.pictures, subject: subject(of: fault, service),
        problem: "lacks its file \(path)",
        repair: "copy the file back from a backup, or choose the picture again with \"employee "
          + "picture\"")
    case .unusedFile(let path):
      StoreFinding(
        rule: Self.leftovers, subject: (path as NSString).lastPathComponent,
        problem: "belongs to nothing in the store", repair: "delete it: \(path)")
    }
  }

  /// The name of the object; its entity and key where it has none.
  private func subject(of fault: StoreFault, _ service: CheckService) -> String {
    guard let id = fault.objectID,
      let object = try? service.managedObjectContext.existingObject(with: id)
    else { return fault.entityName ?? "the store" }
    switch object {
    case let picture as EmployeePicture:
      return "the picture of \(picture.employee?.name ?? "nobody")"
    case let logo as CampgroundLogo: return "the logo of \(logo.campground?.name ?? "nobody")"
    case let stay as Numbered: return stay.code
    case let folio as Folio: return folio.code
    default: return "\(fault.entityName ?? "object") \(id.reference)"
    }
  }
}
