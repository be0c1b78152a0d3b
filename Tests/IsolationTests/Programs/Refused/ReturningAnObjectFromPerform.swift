import ObjectGraph

func leaked(_ background: BackgroundContext) async throws -> String {
  let camper = try await background.perform { context in
    Camper(context: context)  // refused: as a 'sending' result risks
  }
  return camper.fullName
}
