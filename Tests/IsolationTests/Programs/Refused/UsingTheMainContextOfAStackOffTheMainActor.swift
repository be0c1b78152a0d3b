import ObjectGraph

func leaked(_ stack: StoreStack) throws {
  try stack.mainContext.save()  // refused: can not be referenced from a nonisolated context
}
