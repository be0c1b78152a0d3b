import ObjectGraph

struct Arrivals: Sendable {
  let campers: [ManagedObjectID]
}
