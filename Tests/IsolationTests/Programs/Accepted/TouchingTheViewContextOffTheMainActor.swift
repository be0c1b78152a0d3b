import ObjectGraph

func isEdited(_ container: PersistentContainer) async -> Bool {
  await MainActor.run { container.viewContext.hasChanges }
}
