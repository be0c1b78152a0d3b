import ObjectGraph

@MainActor var kept: ManagedObjectContext?
