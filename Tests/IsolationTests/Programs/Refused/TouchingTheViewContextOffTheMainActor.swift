import ObjectGraph

func leaked(_ container: PersistentContainer) -> Bool {
  container.viewContext.hasChanges  // refused: can not be referenced from a nonisolated context
}
