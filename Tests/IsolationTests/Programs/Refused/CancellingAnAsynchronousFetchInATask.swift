import ObjectGraph

@MainActor
func leaked(_ container: PersistentContainer) throws {
  let result = try container.viewContext.execute(
    AsynchronousFetchRequest(fetchRequest: Camper.fetchRequest()))
  Task.detached {  // refused: as a 'sending' parameter risks
    result.cancel()
  }
}
