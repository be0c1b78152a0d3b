import ObjectGraph

func add(_ background: BackgroundContext) async throws -> ManagedObjectID {
  try await background.perform { context in
    let camper = Camper(context: context)
    try context.save()
    return camper.objectID
  }
}
