import ObjectGraph

class Guest: ManagedObject {
  @Managed("name") var name: String?
  @Managed("phone") var phone: String?
  @Managed("stays") var stays: Set<Stay>
}

final class Member: Guest {
  @Managed("club") var club: String?
}

final class Stay: ManagedObject {
  @Managed("number") var number: Int64
  @Managed("note") var note: String?
  @Managed("guest") var guest: Guest?
}

enum SearchModel {
  /// - Parameter phone: how phone numbers are searched.
  static func make(phone: SearchStyle? = .digits) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(
        "Guest", class: Guest.self,
        subentities: [
          EntityDescription("Member", class: Member.self) {
            AttributeDescription("club", .string, searchedBy: .words)
          }
        ]
      ) {
        AttributeDescription("name", .string, searchedBy: .words)
        AttributeDescription("phone", .string, searchedBy: phone)
        RelationshipDescription("stays", toMany: "Stay", inverse: "guest")
      }
      EntityDescription("Stay", class: Stay.self, searchKeyPaths: ["guest.name"]) {
        AttributeDescription("number", .integer64, searchedBy: .prefixed("R-"))
        AttributeDescription("note", .string, searchedBy: .words)
        RelationshipDescription("guest", toOne: "Guest", inverse: "stays")
      }
    }
  }
}

extension ManagedObjectContext {
  @discardableResult
  func guest(_ name: String?, phone: String? = nil) -> Guest {
    let guest = Guest(context: self)
    guest.name = name
    guest.phone = phone
    return guest
  }

  @discardableResult
  func stay(_ number: Int64, note: String? = nil, of guest: Guest? = nil) -> Stay {
    let stay = Stay(context: self)
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
      (hit.object as? Guest).map { $0.name ?? "" } ?? "\((hit.object as? Stay)?.number ?? 0)"
    }
  }
}
