import ObjectGraph

@MainActor
func observed(_ context: ManagedObjectContext) {
  let changes = context.objectChanges
  Task.detached {
    for await change in changes { print(change.insertedObjectIDs.count) }
  }
}
