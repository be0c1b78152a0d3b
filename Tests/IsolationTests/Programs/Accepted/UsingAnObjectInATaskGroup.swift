import ObjectGraph

@MainActor
func length(_ container: PersistentContainer) async -> Int {
  let name = Camper(context: container.viewContext).fullName
  return await withTaskGroup(of: Int.self, returning: Int.self) { group in
    group.addTask { name.count }
    return await group.next() ?? 0
  }
}
