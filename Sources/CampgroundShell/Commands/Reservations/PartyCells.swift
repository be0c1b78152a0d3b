import Campground
import CommandKit
import Rendering

/// The party in answers.
extension Session {
  /// The columns of the party: in words for people, in numbers for programs; null without a party.
  func partyColumns<Row>(
    rank: ResultTable.Rank = .aside, _ party: @escaping @MainActor (Row) -> Party?
  ) -> [ListColumn<Row>] {
    format.isForPrograms
      ? [
        .number("adults") { Cell(party($0)?.adults) },
        .number("children") { Cell(party($0)?.children) },
        .number("pets") { Cell(party($0)?.pets) },
      ] : [.init("party", rank: rank) { Cell(party($0)?.description) }]
  }

  /// The hookups and access that a party needs, in words; nil if it needs none.
  static func needs(of party: Party) -> String? {
    let needs = [
      party.amperage.map { "\($0) A" }, party.needsWater ? "water" : nil,
      party.needsSewer ? "sewer" : nil, party.needsAccess ? "accessible" : nil,
    ].compactMap { $0 }
    return needs.isEmpty ? nil : needs.joined(separator: ", ")
  }
}
