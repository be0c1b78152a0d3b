import ObjectGraph

@MainActor
func kept(_ container: PersistentContainer) throws {
  let campers = try container.viewContext.fetchLazily(Camper.fetchRequest())
  let ids = campers.indices.map { campers.objectID(at: $0) }
  Task.detached {
    print(ids.count)
  }
}
