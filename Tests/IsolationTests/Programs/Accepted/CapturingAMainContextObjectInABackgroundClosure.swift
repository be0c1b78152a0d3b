import ObjectGraph

@MainActor
func rename(_ container: PersistentContainer) async throws {
  let id = Camper(context: container.viewContext).objectID
  try await container.performBackgroundTask { context in
    let camper = context.object(with: id) as? Camper
    camper?.fullName = "Johnny Appleseed"
    try context.save()
  }
}
