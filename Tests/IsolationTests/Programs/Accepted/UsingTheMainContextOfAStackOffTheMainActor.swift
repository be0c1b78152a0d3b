import ObjectGraph

@MainActor
func save(_ stack: StoreStack) throws {
  try stack.mainContext.save()
}
