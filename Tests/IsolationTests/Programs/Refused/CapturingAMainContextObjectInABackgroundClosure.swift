import ObjectGraph

@MainActor
func leaked(_ container: PersistentContainer) async throws {
  let camper = Camper(context: container.viewContext)
  try await container.performBackgroundTask { context in
    camper.fullName = "Johnny Appleseed"  // refused: capture of 'camper'
    try context.save()
  }
}
