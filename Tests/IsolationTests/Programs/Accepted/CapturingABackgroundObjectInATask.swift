import ObjectGraph

func add(_ background: BackgroundContext) async throws {
  try await background.perform { context in
    let name = Camper(context: context).fullName
    Task {
      print(name)
    }
  }
}
