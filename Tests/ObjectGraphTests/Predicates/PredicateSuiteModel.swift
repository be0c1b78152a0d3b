import Foundation
import ObjectGraph

/// Five campsites, seven stays and two tags that the predicate suite asks about.
enum PredicateSuiteModel {
  static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Site") {
        AttributeDescription("label", .string, isOptional: false)
        AttributeDescription("name", .string)
        AttributeDescription("number", .integer32)
        AttributeDescription("area", .double)
        AttributeDescription("opened", .date)
        AttributeDescription("isOpen", .boolean)
        AttributeDescription("price", .decimal)
        RelationshipDescription("stays", toMany: "Stay", inverse: "site")
        RelationshipDescription("tags", toMany: "Tag", inverse: "sites")
      }
      EntityDescription("Stay") {
        AttributeDescription("label", .string, isOptional: false)
        AttributeDescription("guest", .string)
        AttributeDescription("nights", .integer16)
        RelationshipDescription("site", toOne: "Site", inverse: "stays")
      }
      EntityDescription("Tag") {
        AttributeDescription("label", .string, isOptional: false)
        RelationshipDescription("sites", toMany: "Site", inverse: "tags")
      }
    }
  }

  typealias Values = [String: Any?]

  static func day(_ text: String) throws -> Date {
    try Date.ISO8601FormatStyle().year().month().day().parse(text)
  }

  /// The attributes of each object by its label.
  static func attributes() throws -> [(entity: String, label: String, values: Values)] {
    let cent = Decimal(sign: .plus, exponent: -2, significand: 1)
    return [
      (
        "Site", "A",
        [
          "name": "Lake", "number": Int32(1), "area": 40.5, "opened": try day("2020-01-01"),
          "isOpen": true, "price": 1050 * cent,
        ]
      ),
      (
        "Site", "B",
        [
          "name": "lakeside É", "number": Int32(2), "area": 0.0, "opened": try day("2021-06-15"),
          "isOpen": false, "price": Decimal(20),
        ]
      ),
      (
        "Site", "C",
        [
          "name": nil, "number": Int32(3), "area": nil, "opened": nil, "isOpen": nil,
          "price": nil,
        ]
      ),
      (
        "Site", "D",
        [
          "name": "", "number": nil, "area": -3.0, "opened": try day("2020-01-01"),
          "isOpen": true, "price": 1050 * cent,
        ]
      ),
      (
        "Site", "E",
        [
          "name": "Élan*50%", "number": Int32(-7), "area": 12.25,
          "opened": try day("2024-02-29"), "isOpen": false, "price": 10 * cent,
        ]
      ),
      ("Stay", "1", ["guest": "Ann", "nights": Int16(3)]),
      ("Stay", "2", ["guest": "Bob", "nights": Int16(1)]),
      ("Stay", "3", ["guest": "Ann", "nights": Int16(7)]),
      ("Stay", "4", ["guest": nil, "nights": nil]),
      ("Stay", "5", ["guest": "Cy", "nights": Int16(2)]),
      ("Stay", "6", ["guest": "Cy", "nights": Int16(5)]),
      ("Stay", "7", ["guest": "Dee", "nights": Int16(4)]),
      ("Tag", "shade", [:]),
      ("Tag", "water", [:]),
    ]
  }

  /// The site of each stay; stay 7 has none.
  static let sites = ["1": "A", "2": "A", "3": "B", "4": "D", "5": "E", "6": "E"]
  static let tags = ["A": ["shade", "water"], "B": ["shade"], "D": ["water"]]
}
