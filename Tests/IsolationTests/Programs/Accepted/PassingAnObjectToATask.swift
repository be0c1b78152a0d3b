import ObjectGraph

@MainActor
func show(_ container: PersistentContainer) {
  let camper = Camper(context: container.viewContext)
  // A task on the main actor stays where the object is.
  Task {
    print(camper.fullName)
  }
}
