import Foundation
import ObjectGraph

/// A store with Ann, who is 40 and has the pets Mia and Rex, and those who read and write it.
@MainActor
final class PinningStage {
  let container: PersistentContainer
  private let path: String

  init(_ store: PersistentStoreDescription) throws {
    path = store.url.path
    container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(), descriptions: [store])
    try container.loadPersistentStores()
    try elsewhere { context in
      let ann = makeOwner("Ann", context)
      ann.age = 40
      ann.pets = [makePet("Mia", context), makePet("Rex", context)]
    }
  }

  func close() throws {
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }

  func makeContext() -> ManagedObjectContext {
    ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
  }

  /// A context that reads what is there now, and went on to do so.
  func makePinnedContext(expecting names: [String] = ["Ann"]) throws -> ManagedObjectContext {
    let context = makeContext()
    try context.setQueryGenerationFrom(.current)
    guard try self.names(context) == names else {
      throw ObjectGraphError(.coreData, "the store does not hold \(names)")
    }
    return context
  }

  /// Changes the store in another context.
  func elsewhere(_ body: (ManagedObjectContext) throws -> Void) throws {
    let context = makeContext()
    try body(context)
    try context.save()
  }

  @discardableResult
  func makeOwner(_ name: String, _ context: ManagedObjectContext) -> Owner {
    let owner = Owner(context: context)
    owner.name = name
    return owner
  }

  func makePet(_ name: String, _ context: ManagedObjectContext) -> Pet {
    let pet = Pet(context: context)
    pet.name = name
    return pet
  }

  func owner(_ name: String, _ context: ManagedObjectContext) throws -> Owner {
    let request = FetchRequest<Owner>()
    request.predicate = try FetchPredicate(format: "name == %@", name)
    guard let owner = try context.fetch(request).first else {
      throw ObjectGraphError(.coreData, "there is no \(name)")
    }
    return owner
  }

  /// The names of all owners, by a fetch.
  func names(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(FetchRequest<Owner>()).map(\.name).sorted()
  }

  func petNames(_ owner: Owner) -> [String] { owner.pets.compactMap(\.name).sorted() }

  /// How many of this process's files are the store's or beside it, as the system sees it.
  var openFiles: Int {
    let folder = "/proc/self/fd"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.count { file in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)")
      return target?.hasPrefix(path) == true
    }
  }
}
