import ObjectGraph

/// The guests of a stay, their vehicles and pets, and what they need. It is stored with the
/// reservation and checked by everything that assigns the stay to a campsite.
///
///     let party = Party(adults: 2, children: 3, vehicles: 1, vehicleLength: 38, pets: 1)
public struct Party: Sendable, Hashable {
  /// The number of adults.
  public var adults: Int
  /// The number of children.
  public var children: Int
  /// The number of vehicles; nil if unknown.
  public var vehicles: Int?
  /// The length of the longest vehicle in feet; nil if unknown.
  public var vehicleLength: Int?
  /// The number of pets.
  public var pets: Int
  /// The amperage needed; nil where it does not matter.
  public var amperage: Int?
  /// Whether the party needs water.
  public var needsWater: Bool
  /// Whether the party needs a sewer hookup.
  public var needsSewer: Bool
  /// Whether the party needs a wheelchair-accessible site.
  public var needsAccess: Bool

  /// Makes a party; by default one adult without special needs.
  public init(
    adults: Int = 1, children: Int = 0, vehicles: Int? = nil, vehicleLength: Int? = nil,
    pets: Int = 0, amperage: Int? = nil, needsWater: Bool = false, needsSewer: Bool = false,
    needsAccess: Bool = false
  ) {
    self.adults = adults
    self.children = children
    self.vehicles = vehicles
    self.vehicleLength = vehicleLength
    self.pets = pets
    self.amperage = amperage
    self.needsWater = needsWater
    self.needsSewer = needsSewer
    self.needsAccess = needsAccess
  }

  /// The number of people, adults and children.
  public var people: Int { StayFacts.Party(self).people }
}

extension Party: CustomStringConvertible {
  /// `2 adults, 3 children, 1 pet`; counts of zero are left out.
  public var description: String {
    let counts = [
      (adults, "adult", "adults"), (children, "child", "children"), (pets, "pet", "pets"),
    ].filter { $0.0 != 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
    return counts.isEmpty ? "nobody" : counts.joined(separator: ", ")
  }
}

extension Party {
  /// The sum of several parties, without what they need.
  package static func sum(of parties: some Sequence<Party>) -> Party {
    parties.reduce(Party(adults: 0)) { sum, party in
      Party(
        adults: sum.adults + party.adults, children: sum.children + party.children,
        pets: sum.pets + party.pets)
    }
  }
}
