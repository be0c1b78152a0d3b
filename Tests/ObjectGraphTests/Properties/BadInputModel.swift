import Foundation
import ObjectGraph

/// One attribute of each type and one relationship of each kind.
final class Thing: ManagedObject {
  @Managed("name") var name: String
  @Managed("small") var small: Int16
  @Managed("whole") var whole: Int64
  @Managed("photo") var photo: Data?
  @Managed("one") var one: Thing?
  @Managed("many") var many: Set<Thing>
  @Managed("holder") var holder: Thing?
  @Managed("ordered") var ordered: OrderedSet<Thing>
  @Managed("mate") var mate: Thing?
  @Managed("peers") var peers: Set<Thing>
  @Managed("ranked") var ranked: OrderedSet<Thing>
}

final class Stranger: ManagedObject {}

enum ThingModel {
  static func make() -> ManagedObjectModel {
    let photo = AttributeDescription("photo", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    return ManagedObjectModel {
      EntityDescription("Thing", class: Thing.self) {
        AttributeDescription("name", .string, isOptional: false, default: .string(""))
        AttributeDescription("small", .integer16)
        AttributeDescription("medium", .integer32)
        AttributeDescription("whole", .integer64)
        AttributeDescription("flag", .boolean)
        AttributeDescription("single", .float)
        AttributeDescription("real", .double)
        AttributeDescription("price", .decimal)
        AttributeDescription("date", .date)
        AttributeDescription("bytes", .binaryData)
        AttributeDescription("code", .uuid)
        AttributeDescription("link", .uri)
        AttributeDescription("extras", .transformable)
        CompositeAttributeDescription("address") {
          AttributeDescription("street", .string)
          AttributeDescription("number", .integer32)
        }
        photo
        RelationshipDescription("one", toOne: "Thing", inverse: "many")
        RelationshipDescription("many", toMany: "Thing", inverse: "one")
        RelationshipDescription("holder", toOne: "Thing", inverse: "ordered")
        RelationshipDescription("ordered", toMany: "Thing", inverse: "holder", isOrdered: true)
        RelationshipDescription("mate", toOne: "Thing", inverse: "mateOf")
        RelationshipDescription("mateOf", toOne: "Thing", inverse: "mate")
        RelationshipDescription("peers", toMany: "Thing", inverse: "peerOf")
        RelationshipDescription("peerOf", toMany: "Thing", inverse: "peers")
        RelationshipDescription("ranked", toMany: "Thing", inverse: "rankedBy", isOrdered: true)
        RelationshipDescription("rankedBy", toMany: "Thing", inverse: "ranked", isOrdered: true)
      }
      EntityDescription("Stranger", class: Stranger.self) {}
    }
  }
}

extension ManagedObjectContext {
  func thing(_ name: String) -> Thing {
    let thing = Thing(context: self)
    thing.name = name
    return thing
  }

  /// A thing with a value for every property, and its two neighbours, saved.
  func fullThing() throws -> Thing {
    let (thing, left, right) = (self.thing("full"), self.thing("left"), self.thing("right"))
    try thing.setValuesForKeys([
      "small": 7, "medium": 70_000, "whole": Int64.max, "flag": true, "single": 1.5, "real": 0.1,
      "price": Decimal(125) / 100, "date": Date(timeIntervalSinceReferenceDate: 1.25),
      "bytes": Data([1, 0, 2]),
      "code": UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") as Any,
      "link": URL(string: "https://example.org/a?b=c") as Any, "extras": ["size": 3],
      "address": ["street": "Hill", "number": 4], "photo": Data(repeating: 9, count: 200_000),
    ])
    thing.one = left
    thing.many = [left, right]
    thing.holder = right
    thing.ordered = [right, left, thing]
    thing.mate = left
    thing.peers = [right, thing]
    thing.ranked = [right, thing, left]
    try save()
    return thing
  }

  /// What all things hold, in one text each, by name.
  func contents() throws -> [String] {
    let request = Thing.fetchRequest()
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    return try fetch(request).map { try $0.contents() }
  }
}

extension Thing {
  /// The values of all properties, in the order of their names; objects by their names.
  func contents() throws -> String {
    let keys = Array(entity.attributesByName.keys) + Array(entity.relationshipsByName.keys)
    return try Set(keys).union(["address"]).sorted().map { key in
      "\(key)=\(Self.text(of: try value(forKey: key)))"
    }.joined(separator: " ")
  }

  private static func text(of value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let thing as Thing: thing.name
    case let things as OrderedSet<ManagedObject>: "\(things.map { ($0 as? Thing)?.name ?? "?" })"
    case let things as Set<ManagedObject>: "\(things.map { ($0 as? Thing)?.name ?? "?" }.sorted())"
    case let data as Data: data.base64EncodedString()
    case let values as [String: Any]:
      "\(values.keys.sorted().map { "\($0): \(text(of: values[$0]))" })"
    case let value?: "\(value)"
    }
  }
}
