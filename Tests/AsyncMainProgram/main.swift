import ObjectGraph

// A program that waits in its `main`: from then on the main actor's work is done on other threads
// than the main one, and is to be recognised all the same.

final class Guest: ManagedObject {
  @Managed("name") var name: String
}

@MainActor
func run() async throws {
  let model = ManagedObjectModel {
    EntityDescription("Guest", class: Guest.self) { AttributeDescription("name", .string) }
  }
  let stack = try StoreStack(model: model, store: .inMemory())
  let background = stack.newDerivedContext()
  try await background.perform { context in
    Guest(context: context).name = "Ann"
    try context.saveThrough()
  }

  let main = stack.mainContext
  let child = main.makeChild()
  Guest(context: child).name = "Bob"
  try child.saveThrough()
  print(try child.fetch(Guest.fetchRequest()).map(\.name).sorted())

  let counts = try stack.rootContext.performAndWait { root in
    let inner = try background.performAndWait { try $0.count(for: Guest.fetchRequest()) }
    return [try root.count(for: Guest.fetchRequest()), inner]
  }
  print(counts)
  print(try await main.perform { try main.count(for: Guest.fetchRequest()) })
}

try await run()
