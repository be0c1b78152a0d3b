import ObjectGraph

class Lodger: ManagedObject {
  @Managed("name") var name: String?
  @Managed("phone") var phone: String?
  @Managed("badge") var badge: Int64?
  @Managed("stays") var stays: Set<Sojourn>
}

final class ClubLodger: Lodger {
  @Managed("club") var club: String?
}

final class Sojourn: ManagedObject {
  @Managed("number") var number: Int64
  @Managed("note") var note: String?
  @Managed("guest") var guest: Lodger?
}

enum SearchModel {
  /// - Parameter phone: how phone numbers are searched.
  static func make(phone: SearchStyle? = .digits) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(
        "Lodger", class: Lodger.self, unique: [["badge"]],
        subentities: [
          EntityDescription("ClubLodger", class: ClubLodger.self) {
            AttributeDescription("club", .string, searchedBy: .words)
          }
        ]
      ) {
        AttributeDescription("name", .string, searchedBy: .words)
        AttributeDescription("phone", .string, searchedBy: phone)
        AttributeDescription("badge", .integer64)
        RelationshipDescription("stays", toMany: "Sojourn", inverse: "guest")
      }
      EntityDescription("Sojourn", class: Sojourn.self, searchKeyPaths: ["guest.name"]) {
        AttributeDescription("number", .integer64, searchedBy: .prefixed("R-"))
        AttributeDescription("note", .string, searchedBy: .words)
        RelationshipDescription("guest", toOne: "Lodger", inverse: "stays")
      }
    }
  }
}

extension ManagedObjectContext {
  @discardableResult
  func guest(_ name: String?, phone: String? = nil) -> Lodger {
    let guest = Lodger(context: self)
    guest.name = name
    guest.phone = phone
    return guest
  }

  @discardableResult
  func stay(_ number: Int64, note: String? = nil, of guest: Lodger? = nil) -> Sojourn {
    let stay = Sojourn(context: self)
    stay.number = number
    stay.note = note
    stay.guest = guest
    return stay
  }

  /// The names, or the numbers, of what a search finds, in its order.
  func found(
    _ text: String, in classes: [ManagedObject.Type] = [], limit: Int = 0
  ) throws -> [String] {
    try search(text, in: classes, limit: limit).map { hit in
      (hit.object as? Lodger).map { $0.name ?? "" } ?? "\((hit.object as? Sojourn)?.number ?? 0)"
    }
  }
}
