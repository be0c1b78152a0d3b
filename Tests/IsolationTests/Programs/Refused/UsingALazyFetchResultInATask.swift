import ObjectGraph

@MainActor
func leaked(_ container: PersistentContainer) throws {
  let campers = try container.viewContext.fetchLazily(Camper.fetchRequest())
  Task.detached {  // refused: as a 'sending' parameter risks
    print(campers.count)
  }
}
