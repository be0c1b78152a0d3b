import Campground
import CommandKit

/// Changes the parts of a party that a command gives.
extension Party {
  /// The same party with the changes of a command.
  @MainActor
  func changed(by changes: [Change<Party>]) throws -> Party {
    var party = self
    for change in changes { try change(&party) }
    return party
  }

  /// Sets the numbers of adults and children.
  ///
  /// - Parameters:
  ///   - all: the number of people, all adults.
  ///   - name: the option that gives it.
  /// - Throws: a fault of that option if adults or children are given as well.
  mutating func count(
    all: Int?, by name: String, adults: Int?, children: Int?
  ) throws(ValueFault) {
    if let all {
      if let other = adults != nil ? "adults" : children != nil ? "children" : nil {
        throw ValueFault(
          "\(name) \(all) already means \(Party(adults: all)), so \(other) cannot be added",
          hint: "use adults N children N instead of \(name)", at: name)
      }
      (self.adults, self.children) = (all, 0)
    }
    self.adults = adults ?? self.adults
    self.children = children ?? self.children
  }
}

extension Argument where Context == Session {
  /// The party of a new stay, with its vehicles, pets and needs.
  static var party: Argument<Session, Party> {
    .plan(Party(), PartyPart.counts + PartyPart.needs)
  }

  /// The parts of a party that charges depend on.
  static var partyCounts: Argument<Session, Party> {
    .plan(Party(), PartyPart.counts)
  }

  /// The changes of a party, with its vehicles, pets and needs; empty if the command gives none.
  static var partyChanges: Argument<Session, [Change<Party>]> {
    .all(PartyPart.counts + PartyPart.needs)
  }

  static var adults: Argument<Session, Int?> {
    .option("adults", .integer(in: 0...10_000), "number of adults")
  }

  static var children: Argument<Session, Int?> {
    .option("children", .integer(in: 0...10_000), "number of children")
  }
}

private typealias PartyPart = Argument<Session, Change<Party>?>

extension Argument where Context == Session, Value == Change<Party>? {
  fileprivate static var counts: [Self] {
    [
      .people,
      .part("vehicles", .integer(in: 0...1_000), "number of vehicles") { $0.vehicles = $1 },
      .part("pets", .integer(in: 0...1_000), "number of pets") { $0.pets = $1 },
    ]
  }

  fileprivate static var needs: [Self] {
    [
      .part("length", .integer(in: 1...1_000, "FEET"), "length of the longest vehicle, in feet") {
        $0.vehicleLength = $1
      },
      .part("electricity", .amperes) { $0.amperage = $1 },
      .part("water", .boolean, "needs water") { $0.needsWater = $1 },
      .part("sewer", .boolean, "needs a sewer hookup") { $0.needsSewer = $1 },
      .part("accessible", .boolean, "needs wheelchair access") { $0.needsAccess = $1 },
    ]
  }

  private static var people: Self {
    .group(
      Argument<Session, Int?>.option(
        "party", .integer(in: 1...10_000), "number of guests, all adults"),
      .adults, .children
    ) { all, adults, children in
      guard all != nil || adults != nil || children != nil else { return nil }
      return { try $0.count(all: all, by: "party", adults: adults, children: children) }
    }
  }

  private static func part<Part>(
    _ name: String, _ type: ValueType<Session, Part>, _ summary: String? = nil,
    change: @escaping @MainActor (inout Party, Part) -> Void
  ) -> Self {
    Argument<Session, Part?>.option(name, type, summary).changing(change)
  }
}

extension ValueType where Context == Session, Value == Int? {
  fileprivate static var amperes: Self {
    ValueType<Session, String>.supply(
      of: ["none", "15", "30", "50"], "AMPERES", "amps needed"
    ).map(Int.init)
  }
}
