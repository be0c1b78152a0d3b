import ObjectGraph

@MainActor
func rename(_ container: PersistentContainer) {
  let id = Camper(context: container.viewContext).objectID
  container.performBackgroundTask { context in
    (context.object(with: id) as? Camper)?.fullName = "Johnny Appleseed"
  }
}
