import Foundation
import ObjectGraph

/// An object with a property of every kind; `code` names it for good.
class Gadget: ManagedObject {
  @Managed("code") var code: String
  @Managed("title") var title: String?
  @Managed("color") var color: Color?
  @Managed("address") var address: Address?
  @Managed("photo") var photo: Data?
  @Managed("mood") var mood: String?
  @Managed("loudTitle") var loudTitle: String?
  @Managed("partCount") var partCount: Int64
  @Managed("weightOfParts") var weightOfParts: Int64
  @Managed("parts") var parts: OrderedSet<Part>
  @Managed("marks") var marks: OrderedSet<Mark>
  @Managed("friends") var friends: Set<Gadget>
  @Managed("friendOf") var friendOf: Set<Gadget>
}

final class BigGadget: Gadget {
  @Managed("size") var size: Int32
}

final class Part: ManagedObject {
  @Managed("code") var code: String
  @Managed("weight") var weight: Int32
  @Managed("whole") var whole: Gadget?
  @Managed("wholeTitle") var wholeTitle: String?
}

final class Mark: ManagedObject {
  @Managed("code") var code: String
  @Managed("bearers") var bearers: OrderedSet<Gadget>
}

/// A model with everything in it: inheritance, both kinds of ordered relationships, composite,
/// transformable, external, transient and derived attributes, and constraints.
enum GadgetModel {
  static func make() -> ManagedObjectModel {
    ValueTransformer.setValueTransformer(ColorTransformer(), forName: "TypesColor")
    let color = AttributeDescription("color", .transformable)
    color.valueTransformerName = "TypesColor"
    let photo = AttributeDescription("photo", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    return ManagedObjectModel {
      EntityDescription(
        "Gadget", class: Gadget.self, unique: [["code"]],
        subentities: [
          EntityDescription("BigGadget", class: BigGadget.self) {
            AttributeDescription("size", .integer32, isOptional: false, default: .integer(0))
          }
        ]
      ) {
        AttributeDescription("code", .string, isOptional: false, default: .string(""))
        AttributeDescription("title", .string)
        color
        CompositeAttributeDescription("address") {
          AttributeDescription("street", .string)
          AttributeDescription("city", .string)
        }
        photo
        AttributeDescription("mood", .string, isTransient: true)
        DerivedAttributeDescription("loudTitle", .string, from: "uppercase:(title)")
        DerivedAttributeDescription("partCount", .integer64, from: "parts.@count")
        DerivedAttributeDescription("weightOfParts", .integer64, from: "parts.weight.@sum")
        RelationshipDescription("parts", toMany: "Part", inverse: "whole", isOrdered: true)
        RelationshipDescription("marks", toMany: "Mark", inverse: "bearers", isOrdered: true)
        RelationshipDescription("friends", toMany: "Gadget", inverse: "friendOf")
        RelationshipDescription("friendOf", toMany: "Gadget", inverse: "friends")
      }
      EntityDescription("Part", class: Part.self) {
        AttributeDescription("code", .string, isOptional: false, default: .string(""))
        AttributeDescription("weight", .integer32, isOptional: false, default: .integer(0))
        RelationshipDescription("whole", toOne: "Gadget", inverse: "parts")
        DerivedAttributeDescription("wholeTitle", .string, from: "whole.title")
      }
      EntityDescription("Mark", class: Mark.self) {
        AttributeDescription("code", .string, isOptional: false, default: .string(""))
        RelationshipDescription("bearers", toMany: "Gadget", inverse: "marks", isOrdered: true)
      }
    }
  }
}
