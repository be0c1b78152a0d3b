import ObjectGraph

@MainActor
func leaked(_ container: PersistentContainer) {
  let camper = Camper(context: container.viewContext)
  container.performBackgroundTask { _ in
    camper.fullName = "Johnny Appleseed"  // refused: capture of 'camper'
  }
}
