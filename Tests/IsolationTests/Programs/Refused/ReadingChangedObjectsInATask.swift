import ObjectGraph

@MainActor
func observed(_ context: ManagedObjectContext) -> ContextObservation {
  context.addObjectsDidChangeNotificationObserver { change in
    Task.detached {  // refused: risks causing data races
      print(change.insertedObjects.count)
    }
  }
}
