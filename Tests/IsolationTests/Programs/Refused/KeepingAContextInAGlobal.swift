import ObjectGraph

var kept: ManagedObjectContext?  // refused: var 'kept' is not concurrency-safe
