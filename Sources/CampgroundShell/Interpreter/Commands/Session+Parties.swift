import Campground
import CommandKit
import Rendering

/// Who comes, as commands say it and answers tell it.
extension Session {
  /// The party that a command describes; what it does not say is as in another one.
  ///
  /// - Parameter all: what says how many people come, where all are adults.
  /// - Throws: a diagnostic at that where adults or children are counted beside it.
  func party(
    of command: ParsedCommand, else known: Party = Party(), _ all: ParameterKey<Int> = .party
  ) throws(Diagnostic) -> Party {
    var party = known
    if let people = command[all] {
      for key in [ParameterKey<Int>.adults, .children] where command[key] != nil {
        throw command.diagnostic(
          "\(all.name) \(people) is \(Party(adults: people)), and \(key.name) is given beside it",
          hint: "say adults N children N instead of \(all.name)", at: all)
      }
      (party.adults, party.children) = (people, 0)
    }
    party.adults = command[.adults] ?? party.adults
    party.children = command[.children] ?? party.children
    party.vehicles = command[.vehicles] ?? party.vehicles
    party.vehicleLength = command[.length] ?? party.vehicleLength
    party.pets = command[.petCount] ?? party.pets
    party.amperage = command[.electricity].flatMap { Int($0) } ?? party.amperage
    party.needsWater = command[.water] ?? party.needsWater
    party.needsSewer = command[.sewer] ?? party.needsSewer
    party.needsAccess = command[.accessible] ?? party.needsAccess
    return party
  }

  /// The columns that tell who comes: in words, and in numbers for programs.
  var partyColumns: [ResultTable.Column] {
    format.isForPrograms
      ? [.number("adults"), .number("children"), .number("pets")] : [.init("party", isAside: true)]
  }

  /// Who comes, a cell for each of the columns; nulls for nobody.
  func partyCells(of party: Party?) -> [Cell] {
    format.isForPrograms
      ? [Cell(party?.adults), Cell(party?.children), Cell(party?.pets)]
      : [Cell(party?.description)]
  }

  /// The columns that tell who comes, of rows that each have a party.
  func partyColumns<Row>(_ party: @escaping (Row) -> Party?) -> [ListColumn<Row>] {
    format.isForPrograms
      ? [
        .number("adults") { Cell(party($0)?.adults) },
        .number("children") { Cell(party($0)?.children) },
        .number("pets") { Cell(party($0)?.pets) },
      ] : [.init("party", isAside: true) { Cell(party($0)?.description) }]
  }

  /// Who comes, as part of a record.
  func partyRecord(of party: Party) -> Answer.Record {
    zip(partyColumns, partyCells(of: party)).map { ($0.name, $1) }
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
