import ObjectGraph

struct Arrivals: Sendable {
  let campers: [Camper]  // refused: has non-Sendable type '[Camper]'
}
