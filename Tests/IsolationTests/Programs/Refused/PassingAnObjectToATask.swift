import ObjectGraph

@MainActor
func leaked(_ container: PersistentContainer) {
  let camper = Camper(context: container.viewContext)
  Task.detached {  // refused: as a 'sending' parameter risks
    print(camper.fullName)
  }
}
