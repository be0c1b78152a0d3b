import ObjectGraph

func leaked(_ background: BackgroundContext) async throws -> [Camper] {
  try await background.perform { context in
    try context.fetch(Camper.fetchRequest())  // refused: as a 'sending' result risks
  }
}
