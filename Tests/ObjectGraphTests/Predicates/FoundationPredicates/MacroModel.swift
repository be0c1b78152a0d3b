import Foundation
import ObjectGraph

enum MacroMood: Int16, ManagedRawValue, Codable {
  case good = 1
  case fair = 2
  case bad = 3
  static let emptyValue = MacroMood.good
}

class MacroGuest: ManagedObject, ManagedEntity {
  @Managed("label") final var label: String
  @Managed("name") final var name: String
  @Managed("nick") final var nick: String?
  @Managed("age") final var age: Int
  @Managed("visits") final var visits: Int32?
  @Managed("weight") final var weight: Double
  @Managed("balance") final var balance: Decimal?
  @Managed("born") final var born: Date?
  @Managed("isRegular") final var isRegular: Bool
  @Managed("wantsShade") final var wantsShade: Bool?
  @Managed("mood") final var mood: MacroMood
  @Managed("uuid") final var uuid: UUID?
  @Managed("host") final var host: MacroGuest?
  @Managed("friends") final var friends: OrderedSet<MacroGuest>
  @Managed("stays") final var stays: Set<MacroStay>

  var loudName: String { name.uppercased() }
}

final class MacroOwner: MacroGuest {
  @Managed("siteCount") var siteCount: Int
}

final class MacroStay: ManagedObject, ManagedEntity {
  @Managed("nights") var nights: Int
  @Managed("isPaid") var isPaid: Bool
  @Managed("guest") var guest: MacroGuest?
}

/// Four guests and four stays; A is the host of B and D, and B that of C.
enum MacroModel {
  static func make() -> ManagedObjectModel {
    ManagedObjectModel(entities: [
      EntityDescription(
        "MacroGuest", class: MacroGuest.self,
        subentities: [
          EntityDescription("MacroOwner", class: MacroOwner.self) {
            AttributeDescription("siteCount", .integer32)
          }
        ]
      ) {
        AttributeDescription("label", .string)
        AttributeDescription("name", .string)
        AttributeDescription("nick", .string)
        AttributeDescription("age", .integer64)
        AttributeDescription("visits", .integer32)
        AttributeDescription("weight", .double)
        AttributeDescription("balance", .decimal)
        AttributeDescription("born", .date)
        AttributeDescription("isRegular", .boolean)
        AttributeDescription("wantsShade", .boolean)
        AttributeDescription("mood", .integer16)
        AttributeDescription("uuid", .uuid)
        RelationshipDescription("host", toOne: "MacroGuest", inverse: "guests")
        RelationshipDescription("guests", toMany: "MacroGuest", inverse: "host")
        RelationshipDescription(
          "friends", toMany: "MacroGuest", inverse: "friendOf", isOrdered: true)
        RelationshipDescription("friendOf", toMany: "MacroGuest", inverse: "friends")
        RelationshipDescription("stays", toMany: "MacroStay", inverse: "guest")
      },
      EntityDescription("MacroStay", class: MacroStay.self) {
        AttributeDescription("nights", .integer32)
        AttributeDescription("isPaid", .boolean)
        RelationshipDescription("guest", toOne: "MacroGuest", inverse: "stays")
      },
    ])
  }

  static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  private static let tenth = Decimal(sign: .plus, exponent: -1, significand: 1)

  @MainActor
  static func fill(_ context: ManagedObjectContext) {
    let a = guest(context, "A", "Ann", nick: "annie", age: 30, visits: 3, weight: 60.5)
    let b = guest(context, "B", "Éva", nick: nil, age: 20, visits: nil, weight: 80)
    let c = guest(context, "C", "ANNA", nick: "", age: 40, visits: 0, weight: 55.25)
    let d = guest(context, "D", "Zoë", nick: "Ann", age: -7, visits: -2, weight: 0)
    (a.isRegular, b.isRegular, c.isRegular, d.isRegular) = (true, false, false, true)
    (a.wantsShade, b.wantsShade, c.wantsShade, d.wantsShade) = (true, nil, false, nil)
    (a.balance, c.balance, d.balance) = (105 * tenth, -3, tenth)
    a.born = Date(timeIntervalSinceReferenceDate: 0)
    c.born = Date(timeIntervalSinceReferenceDate: 86_400)
    d.born = Date(timeIntervalSinceReferenceDate: -1.5)
    (a.mood, b.mood, c.mood, d.mood) = (.good, .bad, .fair, .good)
    c.uuid = uuid
    (b.host, c.host, d.host) = (a, b, a)
    (a.friends, c.friends, d.friends) = ([b, c], [a], [a, b, d])
    stay(a, nights: 2, isPaid: true)
    stay(a, nights: 5, isPaid: false)
    stay(b, nights: 7, isPaid: false)
    stay(d, nights: 4, isPaid: true)
  }

  @MainActor
  private static func guest(
    _ context: ManagedObjectContext, _ label: String, _ name: String, nick: String?, age: Int,
    visits: Int32?, weight: Double
  ) -> MacroGuest {
    let guest = MacroGuest(context: context)
    (guest.label, guest.name, guest.nick) = (label, name, nick)
    (guest.age, guest.visits, guest.weight) = (age, visits, weight)
    return guest
  }

  @MainActor
  private static func stay(_ guest: MacroGuest, nights: Int, isPaid: Bool) {
    guard let context = guest.managedObjectContext else { return }
    let stay = MacroStay(context: context)
    (stay.guest, stay.nights, stay.isPaid) = (guest, nights, isPaid)
  }
}
