import ObjectGraph

extension Party: CompositeValue {
  public init?(elements: [String: Any]) {
    let counts = StoredCounts(elements)
    func isTrue(_ name: String) -> Bool { elements[name] as? Bool ?? false }
    self.init(
      adults: counts["adults"] ?? 0, children: counts["children"] ?? 0,
      vehicles: counts["vehicles"], vehicleLength: counts["vehicleLength"],
      pets: counts["pets"] ?? 0, amperage: counts["amperage"], needsWater: isTrue("needsWater"),
      needsSewer: isTrue("needsSewer"), needsAccess: isTrue("needsAccess"))
  }

  public var elements: [String: Any?] {
    StoredCounts.elements([
      "adults": adults, "children": children, "vehicles": vehicles,
      "vehicleLength": vehicleLength, "pets": pets, "amperage": amperage,
    ]).merging([
      "needsWater": needsWater, "needsSewer": needsSewer, "needsAccess": needsAccess,
    ]) { $1 }
  }
}

extension StayFacts.Party: CompositeValue {
  public init?(elements: [String: Any]) {
    let counts = StoredCounts(elements)
    self.init(
      adults: counts["adults"] ?? 0, children: counts["children"] ?? 0,
      vehicles: counts["vehicles"] ?? 0, pets: counts["pets"] ?? 0)
  }

  public var elements: [String: Any?] {
    StoredCounts.elements([
      "adults": adults, "children": children, "vehicles": vehicles, "pets": pets,
    ])
  }
}

extension StayFacts.Party {
  /// The counts of a party that charges depend on.
  package init(_ party: Party) {
    self.init(
      adults: party.adults, children: party.children, vehicles: party.vehicles ?? 0,
      pets: party.pets)
  }
}

/// The counts in a stored composite, which the store keeps as `integer16`.
private struct StoredCounts {
  private let elements: [String: Any]

  package init(_ elements: [String: Any]) { self.elements = elements }

  package subscript(name: String) -> Int? {
    guard let value = elements[name] else { return nil }
    // The type that a store returns; any other number type takes a slower path.
    if let count = value as? Int64 { return Int(clamping: count) }
    return (value as? any BinaryInteger).map { Int(clamping: $0) }
  }

  package static func elements(_ counts: [String: Int?]) -> [String: Any?] {
    counts.mapValues { $0.map { Int16(clamping: $0) } }
  }
}
