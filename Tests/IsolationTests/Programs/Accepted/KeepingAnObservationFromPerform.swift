import ObjectGraph

func observed(_ background: BackgroundContext) async throws {
  try await background.perform { context in
    context.userInfo["observation"] = context.addContextDidSaveNotificationObserver { _ in }
  }
}
