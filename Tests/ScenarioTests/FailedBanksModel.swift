import Foundation
import ObjectGraph

/// Failed banks: what a list shows of each, and its details in an entity of their own.
enum FailedBanks {
  final class Bank: ManagedObject, ManagedEntity {
    @Managed("name") var name: String
    @Managed("city") var city: String?
    @Managed("state") var state: String?
    /// The year of `details.closedOn`, which the list is divided by.
    @Managed("closedYear") var closedYear: Int16
    @Managed("details") var details: Details?

    static var defaultSortDescriptors: [FetchSortDescriptor] {
      [
        FetchSortDescriptor(key: "closedYear", ascending: false),
        FetchSortDescriptor(key: "name", ascending: true, comparison: .localizedStandard),
      ]
    }
  }

  final class Details: ManagedObject, ManagedEntity {
    @Managed("zip") var zip: Int32
    @Managed("closedOn") var closedOn: Date
    @Managed("bank") var bank: Bank?
  }

  static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Bank", class: Bank.self) {
        AttributeDescription("name", .string, isOptional: false)
        AttributeDescription("city", .string)
        AttributeDescription("state", .string)
        AttributeDescription("closedYear", .integer16, isOptional: false, isIndexed: true)
        RelationshipDescription(
          "details", toOne: "Details", inverse: "bank", deleteRule: .cascadeDeleteRule)
      }
      EntityDescription("Details", class: Details.self) {
        AttributeDescription("zip", .integer32, default: .integer(0))
        AttributeDescription("closedOn", .date, isOptional: false)
        RelationshipDescription("bank", toOne: "Bank", inverse: "details")
      }
    }
  }
}

/// 42 banks, by their numbers: three kinds in each of fourteen towns.
enum SampleBanks {
  static let count = 42

  private static let towns = [
    "Ashby", "Birch Hill", "Cedar Falls", "Dover", "Elm Creek", "Fairview", "Grafton", "Älvsborg",
    "Irving", "Juniper", "Kingston", "Lakeside", "Milton", "Norwood",
  ]

  static func name(_ number: Int) -> String {
    towns[number % 14] + [" Savings", " Trust", " Community Bank"][number / 14]
  }

  /// Five in 2008, fourteen in 2009, seventeen in 2010, six in 2011.
  static func year(_ number: Int) -> Int {
    switch number {
    case ..<5: 2008
    case ..<19: 2009
    case ..<36: 2010
    default: 2011
    }
  }

  /// The numbers in the order of the list.
  static let listed = (0..<count).sorted { one, other in
    guard year(one) == year(other) else { return year(one) > year(other) }
    return name(one).localizedStandardCompare(name(other)) == .orderedAscending
  }

  @discardableResult
  static func insert(
    _ name: String, year: Int, into context: ManagedObjectContext
  ) throws -> FailedBanks.Bank {
    let bank: FailedBanks.Bank = try context.insertObject()
    (bank.name, bank.city, bank.closedYear) = (name, String(name.prefix(5)), Int16(year))
    bank.state = year.isMultiple(of: 2) ? "GA" : "FL"
    let details: FailedBanks.Details = try context.insertObject()
    details.closedOn = try Date.ISO8601FormatStyle().year().month().day().parse("\(year)-07-01")
    (details.zip, details.bank) = (Int32(30_000 + name.utf8.count), bank)
    return bank
  }
}
