import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Camper, Plan == CamperDraft {
  /// Campers.
  static var campers: Self {
    Resource(
      "camper", .camper, fields: fields, name: { $0.fullName }, newPlan: { CamperDraft() },
      all: { try $0.campers.list().rows },
      add: {
        try $0.campers.addCamper(
          $1, phoneNumber: $2.phone, email: $2.email, isFavorite: $2.isFavorite ?? false,
          details: $2.details)
      },
      edit: { session, camper, name, change in
        var draft = CamperDraft()
        try change(&draft)
        return try session.campers.edit(
          camper, name: name, phoneNumber: draft.phone, email: draft.email,
          isFavorite: draft.isFavorite, details: draft.details)
      }, delete: { try $0.campers.delete($1) }
    )
    .listing { session, camper in
      let stays = camper.reservations.sorted { ($0.dateFrom, $0.number) < ($1.dateFrom, $1.number) }
      return [("reservations", session.reservationTable(stays, leavingOut: "guest"))]
    }
  }

  private static var fields: [Field<Session, Camper, CamperDraft>] {
    [
      .value(clearable: "phone", .text("PHONE", "the phone number")) { $0.phone = $1 ?? "" }
        .shown { Cell($0.phoneNumber) },
      .value(clearable: "email", .text("EMAIL", "the e-mail address")) { $0.email = $1 ?? "" }
        .shown { Cell($0.email) },
      .value(clearable: "address", .text("ADDRESS", "the postal address")) {
        $0.details.address = $1 ?? ""
      }
      .shown(in: .detail) { Cell($0.address) },
      .value(clearable: "plates", .text("PLATES", "the license plates of their vehicles")) {
        $0.details.plates = $1 ?? ""
      }
      .shown(in: .detail) { Cell($0.plates) },
      .value(
        clearable: "length", .integer(in: 1...1_000, "FEET", "the length of their rig in feet")
      ) { $0.details.rigLength = $1 ?? 0 }
      .shown(in: .detail) { Cell($0.rigLength) },
      .value(clearable: "note", .text("TEXT", "whatever else there is to say")) {
        $0.details.note = $1 ?? ""
      }
      .shown(in: .detail) { Cell($0.note) },
      .value("favorite", .boolean, "whether they stand first in lists") { $0.isFavorite = $1 }
        .shown(in: .detail) { $0.isFavorite ? .boolean(true) : .null },
    ]
  }

  /// The commands about campers.
  var commands: [Command<Session>] {
    [
      addCommand(
        Help(
          details: """
            Two campers may have one name; a name of several words stands in quotes. \
            Namesakes are meant by the name with the phone number behind it.
            """,
          examples: ["camper add \"Johnny Appleseed\" phone 408-555-1234"])),
      list, showCommand(Help("Show a camper and the reservations made for them")),
      editCommand(
        Help(
          details: "What is \"\" is taken away, but for the name.",
          examples: [
            "camper edit \"Johnny Appleseed\" phone 408-555-9876",
            "camper edit \"Johnny Appleseed\" address \"1 Main Street, Cupertino CA\" plates 8ABC123 length 32",
          ])),
      deleteCommand(),
    ]
  }

  private var list: Command<Session> {
    Command(
      "camper list", "List the campers", .partOfList,
      details: "A number tells namesakes apart: \"Rivera #7\" means one of them.",
      examples: ["camper list", "camper list limit 50 offset 100"]
    ) { session, part in
      let page = try session.campers.list(limit: part.limit(in: session), offset: part.offset)
      let words = try session.campers.words(for: page)
      let numbers = page.rows.map { words.number(of: $0) }
      // Programs get the same columns always; people are spared one that most campgrounds never need.
      let isNumbered = session.format.isForPrograms || numbers.contains { $0 != nil }
      return .table(
        isNumbered
          ? table(page.rows).adding(.init("number"), numbers.map { Cell($0) }) : table(page.rows),
        empty: part.offset > 0 ? "No more campers" : "No campers yet; add one with camper add",
        more: session.remainder(of: page, advice: "find WORDS looks for one"))
    }
  }
}

/// What a command says of a camper; nil leaves a value as it is, and empty text takes it away.
struct CamperDraft {
  var phone: String?
  var email: String?
  var isFavorite: Bool?
  var details = CamperDetails()
}
