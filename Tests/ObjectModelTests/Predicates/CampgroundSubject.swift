import Foundation

@testable import ObjectModel

/// A model with every kind of attribute and relationship, for predicates to be resolved against.
enum CampgroundModel {
  static func make() throws -> ManagedObjectModel {
    let nickname = AttributeDescription("nickname", .string)
    nickname.isTransient = true
    let reservation = EntityDescription("Reservation") {
      AttributeDescription("partySize", .integer32)
      AttributeDescription("nights", .integer16)
      AttributeDescription("price", .decimal)
      AttributeDescription("distance", .double)
      AttributeDescription("rating", .float)
      AttributeDescription("isPaid", .boolean)
      AttributeDescription("note", .string)
      AttributeDescription("like", .string)
      AttributeDescription("pattern", .string)
      AttributeDescription("arrival", .date)
      AttributeDescription("departure", .date)
      AttributeDescription("scan", .binaryData)
      AttributeDescription("code", .uuid)
      AttributeDescription("page", .uri)
      AttributeDescription("extras", .transformable)
      nickname
      RelationshipDescription("camper", toOne: "Camper", inverse: "reservations")
      RelationshipDescription("tags", toMany: "Tag", inverse: "reservations")
    }
    let camper = EntityDescription("Camper") {
      AttributeDescription("fullName", .string)
      AttributeDescription("age", .integer16)
      RelationshipDescription("reservations", toMany: "Reservation", inverse: "camper")
    }
    let tag = EntityDescription("Tag") {
      AttributeDescription("name", .string)
      AttributeDescription("weight", .integer64)
      RelationshipDescription("reservations", toMany: "Reservation", inverse: "tags")
    }
    let employee = EntityDescription("Employee") { AttributeDescription("wage", .decimal) }
    let person = EntityDescription("Person", isAbstract: true, subentities: [employee]) {
      AttributeDescription("fullName", .string)
    }
    let model = ManagedObjectModel(entities: [reservation, camper, tag, person])
    try model.freeze()
    return model
  }
}

/// An object in memory.
final class CampgroundSubject: PredicateSubject {
  let objectID: ManagedObjectID
  var values: [String: AttributeValue]
  var toOne: [String: CampgroundSubject] = [:]
  var toMany: [String: [CampgroundSubject]] = [:]

  init(_ entity: EntityDescription, _ key: Int64, _ values: [String: AttributeValue] = [:]) {
    objectID = ManagedObjectID(store: Self.store, entity: entity, reference: key)
    self.values = values
  }

  private static let store = StoreIdentity(identifier: "5D4F7B6E-0000-4000-8000-000000000001")

  func value(of attribute: AttributeDescription) -> AttributeValue {
    values[attribute.name] ?? .null
  }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
    toOne[relationship.name]
  }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
    toMany[relationship.name] ?? []
  }
}

extension CampgroundSubject: ObjectIdentifiable {}
