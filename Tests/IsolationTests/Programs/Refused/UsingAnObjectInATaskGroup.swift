import ObjectGraph

@MainActor
func length(_ container: PersistentContainer) async -> Int {
  let camper = Camper(context: container.viewContext)
  return await withTaskGroup(of: Int.self, returning: Int.self) { group in
    group.addTask { camper.fullName.count }  // refused: as a 'sending' parameter risks
    return await group.next() ?? 0
  }
}
