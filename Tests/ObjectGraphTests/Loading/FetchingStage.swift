import ObjectGraph
import XCTest

extension PersistentContainer {
  /// Saves owners named "Owner 000", "Owner 001" and so on, aged by their number, each with so many
  /// pets, and forgets all that was read.
  @MainActor @discardableResult
  func saveOwners(_ count: Int, petsEach: Int = 0) throws -> [ManagedObjectID] {
    let context = viewContext
    var saved: [Owner] = []
    for number in 0..<count {
      let owner = Owner(context: context)
      owner.name = Self.ownerName(number)
      owner.age = Int16(number)
      saved.append(owner)
      for place in 0..<petsEach {
        let pet = Pet(context: context)
        pet.name = "Pet \(number).\(place)"
        pet.owner = owner
      }
    }
    try context.save()
    let ids = saved.map(\.objectID)
    saved = []
    forgetAll()
    return ids
  }

  /// Lets nothing be in the context or in the coordinator's cache.
  @MainActor
  func forgetAll() {
    viewContext.reset()
    persistentStoreCoordinator.forgetRows()
  }

  static func ownerName(_ number: Int) -> String {
    let digits = String(number)
    return "Owner " + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  /// Changes the store in another context.
  func elsewhere(_ body: @Sendable (ManagedObjectContext) throws -> Void) throws {
    try newBackgroundContext().performAndWait { context in
      try body(context)
      try context.save()
    }
  }
}

/// All owners by name.
func ownersByName(batchSize: Int = 0) -> FetchRequest<Owner> {
  let request = FetchRequest<Owner>()
  request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
  request.fetchBatchSize = batchSize
  return request
}
