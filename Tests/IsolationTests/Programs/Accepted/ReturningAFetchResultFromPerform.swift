import ObjectGraph

func names(_ background: BackgroundContext) async throws -> [String] {
  try await background.perform { context in
    try context.fetch(Camper.fetchRequest()).map(\.fullName)
  }
}
