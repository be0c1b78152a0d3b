import ObjectGraph

final class Owner: ManagedObject {
  @Managed("name") var name: String
  @Managed("age") var age: Int16
  @Managed("pets") var pets: Set<Pet>
  @Managed("passport") var passport: Passport?
}

class Pet: ManagedObject {
  @Managed("name") var name: String?
  @Managed("weight") var weight: Double?
  @Managed("owner") var owner: Owner?
  @Managed("friends") var friends: Set<Pet>
  @Managed("friendOf") var friendOf: Set<Pet>
}

final class Dog: Pet {
  @Managed("tricks") var tricks: Int32
}

final class Passport: ManagedObject {
  @Managed("number") var number: String
  @Managed("owner") var owner: Owner?
}

enum TestModel {
  static func pets(
    petsRule: DeleteRule = .nullifyDeleteRule, passportRule: DeleteRule = .cascadeDeleteRule
  ) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Owner", class: Owner.self, unique: [["name"]]) {
        AttributeDescription("name", .string, isOptional: false)
        AttributeDescription("age", .integer16, isOptional: false, default: .integer(18))
        RelationshipDescription(
          "pets", toMany: "Pet", inverse: "owner", deleteRule: petsRule)
        RelationshipDescription(
          "passport", toOne: "Passport", inverse: "owner", deleteRule: passportRule)
      }
      EntityDescription(
        "Pet", class: Pet.self,
        subentities: [
          EntityDescription("Dog", class: Dog.self) {
            AttributeDescription("tricks", .integer32, isOptional: false, default: .integer(0))
          }
        ]
      ) {
        AttributeDescription("name", .string)
        AttributeDescription("weight", .double)
        RelationshipDescription("owner", toOne: "Owner", inverse: "pets")
        RelationshipDescription("friends", toMany: "Pet", inverse: "friendOf")
        RelationshipDescription("friendOf", toMany: "Pet", inverse: "friends")
      }
      EntityDescription("Passport", class: Passport.self) {
        AttributeDescription("number", .string, isOptional: false)
        RelationshipDescription("owner", toOne: "Owner", inverse: "passport")
      }
    }
  }
}
