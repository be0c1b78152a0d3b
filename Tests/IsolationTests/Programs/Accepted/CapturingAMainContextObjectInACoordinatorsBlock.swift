import ObjectGraph

@MainActor
func rename(_ container: PersistentContainer) {
  let camper = Camper(context: container.viewContext)
  container.persistentStoreCoordinator.performAndWait {
    camper.fullName = "Johnny Appleseed"
  }
}
