import ObjectGraph

@MainActor
func observed(_ context: ManagedObjectContext) -> ContextObservation {
  context.addObjectsDidChangeNotificationObserver { change in
    Task.detached {
      print(change.insertedObjects.count)  // refused: risks causing data races
    }
  }
}
