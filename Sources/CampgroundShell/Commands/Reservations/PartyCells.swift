import Campground
import CommandKit
import Rendering

/// Who comes, as answers tell it.
extension Session {
  /// The columns that tell who comes: in words, and in numbers for programs; nulls for nobody.
  func partyColumns<Row>(
    _ party: @escaping @MainActor (Row) -> Party?
  ) -> [ListColumn<Row>] {
    format.isForPrograms
      ? [
        .number("adults") { Cell(party($0)?.adults) },
        .number("children") { Cell(party($0)?.children) },
        .number("pets") { Cell(party($0)?.pets) },
      ] : [.init("party", isAside: true) { Cell(party($0)?.description) }]
  }

  /// What a party cannot do without, in words; nil where that is nothing.
  static func needs(of party: Party) -> String? {
    let needs = [
      party.amperage.map { "\($0) A" }, party.needsWater ? "water" : nil,
      party.needsSewer ? "sewer" : nil, party.needsAccess ? "accessible" : nil,
    ].compactMap { $0 }
    return needs.isEmpty ? nil : needs.joined(separator: ", ")
  }
}
