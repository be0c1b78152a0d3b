import Foundation
import ObjectGraph

enum Comfort: Int16, ManagedRawValue, CaseIterable {
  case plain = 1
  case cosy = 2
  static let emptyValue = Comfort.plain

  var better: Comfort { .cosy }
}

/// A text with a meaning, as an application declares one.
struct PlateNumber: ManagedAttribute, Equatable {
  var text: String

  static let emptyValue = PlateNumber(text: "")

  static func accepts(_ type: AttributeType) -> Bool { String.accepts(type) }

  static func optionalManagedValue(of object: ManagedObject, at slot: PropertySlot) -> Self? {
    String.optionalManagedValue(of: object, at: slot).map { PlateNumber(text: $0) }
  }

  func assign(to object: ManagedObject, at slot: PropertySlot) {
    text.assign(to: object, at: slot)
  }

  var predicateConstant: AttributeValue? { .string(text) }
}

struct TypedPlace: CompositeValue {
  var city: String?

  init?(elements: [String: Any]) { city = elements["city"] as? String }

  init(city: String) { self.city = city }

  var elements: [String: Any?] { ["city": city] }
}

class TypedPerson: ManagedObject {
  @Managed("fullName") final var fullName: String
  @Managed("phone") final var phone: String?
  @Managed("email") final var email: String?

  var loudName: String { fullName.uppercased() }
  var trimmedName: String { fullName.trimmingCharacters(in: .whitespaces) }
  var contact: String? { phone ?? email }
  var alias: String { fullName }
  var nickname = "Nick"
}

final class TypedCamper: TypedPerson, ManagedEntity {
  @Managed("plate") var plate: PlateNumber
  @Managed("stays") var stays: Set<TypedStay>
  @Managed("friends") var friends: OrderedSet<TypedCamper>
  @Managed("isRegular") var isRegular: Bool
  @Managed("balance") var balance: Decimal?

  var isNew: Bool { !isRegular }
  var longStays: Set<TypedStay> { stays.filter { $0.nights > 3 } }
  var friendCount: Int { friends.count + 1 }
  subscript(index: Int) -> String { "\(fullName)\(index)" }
}

final class TypedStay: ManagedObject, ManagedEntity {
  @Managed("nights") var nights: Int16
  @Managed("rate") var rate: Double?
  @Managed("arrival") var arrival: Date?
  @Managed("booked") var booked: Date?
  @Managed("comfort") var comfort: Comfort
  @Managed("wanted") var wanted: Comfort?
  @Managed("camper") var camper: TypedCamper?
  @Managed("substitute") var substitute: TypedCamper?
  @Managed("place") var place: TypedPlace?
  @Managed("uuid") var uuid: UUID?

  var host: TypedCamper? { camper ?? substitute }
  var extraNights: Int16 { abs(nights) }
  var improved: Comfort { comfort.better }
}

enum TypedModel {
  static func make() -> ManagedObjectModel {
    ManagedObjectModel(entities: [
      EntityDescription(
        "TypedPerson", class: TypedPerson.self,
        subentities: [
          EntityDescription("TypedCamper", class: TypedCamper.self) {
            AttributeDescription("plate", .string)
            AttributeDescription("isRegular", .boolean)
            AttributeDescription("balance", .decimal)
            RelationshipDescription("stays", toMany: "TypedStay", inverse: "camper")
            RelationshipDescription(
              "friends", toMany: "TypedCamper", inverse: "friendOf", isOrdered: true)
            RelationshipDescription("friendOf", toMany: "TypedCamper", inverse: "friends")
            RelationshipDescription("standsIn", toMany: "TypedStay", inverse: "substitute")
          }
        ]
      ) {
        AttributeDescription("fullName", .string)
        AttributeDescription("phone", .string)
        AttributeDescription("email", .string)
      },
      EntityDescription("TypedStay", class: TypedStay.self) {
        AttributeDescription("nights", .integer16)
        AttributeDescription("rate", .double)
        AttributeDescription("arrival", .date)
        AttributeDescription("booked", .date)
        AttributeDescription("comfort", .integer16)
        AttributeDescription("wanted", .integer16)
        AttributeDescription("uuid", .uuid)
        CompositeAttributeDescription("place") { AttributeDescription("city", .string) }
        RelationshipDescription("camper", toOne: "TypedCamper", inverse: "stays")
        RelationshipDescription("substitute", toOne: "TypedCamper", inverse: "standsIn")
      },
    ])
  }

  /// Ann has stays of 2 and 5 nights, Bob one of 4, Cy none; Ann and Bob are friends of Cy.
  @MainActor
  static func fill(_ context: ManagedObjectContext) throws {
    func camper(_ name: String, phone: String?, plate: String) -> TypedCamper {
      let camper = TypedCamper(context: context)
      (camper.fullName, camper.phone, camper.plate) = (name, phone, PlateNumber(text: plate))
      return camper
    }
    func stay(_ camper: TypedCamper?, nights: Int16, _ comfort: Comfort, city: String) {
      let stay = TypedStay(context: context)
      (stay.camper, stay.nights, stay.comfort) = (camper, nights, comfort)
      stay.place = TypedPlace(city: city)
      stay.rate = Double(nights) * 10
      stay.arrival = Date(timeIntervalSinceReferenceDate: Double(nights))
      stay.booked = Date(timeIntervalSinceReferenceDate: 4)
    }
    let ann = camper("Ann", phone: "1", plate: "A-1")
    let bob = camper("Bob", phone: nil, plate: "B-2")
    let cy = camper("Cy", phone: nil, plate: "C-3")
    ann.isRegular = true
    cy.friends = [ann, bob]
    stay(ann, nights: 2, .plain, city: "Moab")
    stay(ann, nights: 5, .cosy, city: "Zion")
    stay(bob, nights: 4, .plain, city: "Zion")
    stay(nil, nights: 7, .cosy, city: "Moab")
    try context.save()
  }
}
