import ObjectGraph

@MainActor
func rename(_ container: PersistentContainer) {
  let name = Camper(context: container.viewContext).fullName
  container.newBackgroundContext().performAndWait { context in
    Camper(context: context).fullName = name
  }
}
