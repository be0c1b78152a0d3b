import ObjectGraph

func observed(_ background: BackgroundContext) async throws -> ContextObservation {
  try await background.perform { context in
    context.addContextDidSaveNotificationObserver { _ in }  // refused: as a 'sending' result risks
  }
}
