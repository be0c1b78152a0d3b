import ObjectGraph

@MainActor
func cancelled(_ container: PersistentContainer) throws {
  let fetch = Task {
    for camper in try await container.viewContext.fetchAsynchronously(Camper.fetchRequest()) {
      print(camper.fullName)
    }
  }
  Task.detached {
    fetch.cancel()
  }
}
