import ObjectGraph

func leaked(_ background: BackgroundContext) async throws {
  try await background.perform { context in
    let camper = Camper(context: context)
    Task {  // refused: as a 'sending' parameter risks
      print(camper.fullName)
    }
  }
}
