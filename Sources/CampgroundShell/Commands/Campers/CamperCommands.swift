import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Camper, Plan == CamperDraft {
  /// Campers.
  static var campers: Self {
    Resource(
      "camper", .camper, fields: fields, name: { $0.fullName }, newPlan: { CamperDraft() },
      all: { try $0.campers.list().rows },
      add: { session, name, draft in
        let camper = try session.campers.addCamper(
          name, phoneNumber: draft.phone, email: draft.email,
          isFavorite: draft.isFavorite ?? false, details: draft.details)
        session.noteTwins(of: camper)
        return (camper, "")
      },
      edit: { session, camper, name, draft, _ in
        let edited = try session.campers.edit(
          camper, name: name, phoneNumber: draft.phone, email: draft.email,
          isFavorite: draft.isFavorite, details: draft.details)
        return (edited, "")
      }, delete: { try $0.campers.delete($1) }
    )
    .with {
      $0.lists = { session, camper in
        let stays = camper.reservations.filter { !$0.isTakenBack }.sorted {
          ($0.arrival, $0.number) < ($1.arrival, $1.number)
        }
        return [("reservations", session.reservationTable(stays, leavingOut: "guest"))]
      }
    }
  }

  private static var fields: [Field<Session, Camper, CamperDraft>] {
    [
      .value(clearable: "phone", .text("PHONE", "phone number")) { $0.phone = $1 ?? "" }
        .shown(isWhole: true) { Cell($0.phoneNumber) },
      .value(clearable: "email", .text("EMAIL", "e-mail address")) { $0.email = $1 ?? "" }
        .shown { Cell($0.email) },
      .value(clearable: "address", .text("ADDRESS", "postal address")) {
        $0.details.address = $1 ?? ""
      }
      .shown(in: .detail) { Cell($0.address) },
      .value(clearable: "plates", .text("PLATES", "license plates")) {
        $0.details.plates = $1 ?? ""
      }
      .shown(in: .detail) { Cell($0.plates) },
      .value(
        clearable: "length", .integer(in: 1...1_000, "FEET", "length of the rig in feet")
      ) { $0.details.rigLength = $1 ?? 0 }
      .shown(in: .detail) { Cell($0.rigLength) },
      .value(clearable: "note", .text("TEXT", "any remark")) {
        $0.details.note = $1 ?? ""
      }
      .shown(in: .detail) { Cell($0.note) },
      .value("favorite", .boolean, "listed first") { $0.isFavorite = $1 }
        .shown(in: .detail) { $0.isFavorite ? .boolean(true) : .null },
    ]
  }

  /// The commands about campers.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["guest", "customer", "client"],
      details: """
        Put a name of several words in quotes. Two campers may share a name; add the phone \
        number to the name to tell them apart.
        """,
      examples: ["camper add \"Johnny Appleseed\" phone 408-555-1234"])

    Command(
      "camper list", synonyms: ["guest", "customer", "client"], "List the campers", .partOfList,
      details: "A number tells campers of the same name apart, as in \"Rivera #7\".",
      examples: ["camper list", "camper list limit 50 offset 100"], answering: .data
    ) { session, part in
      let page = try session.campers.list(limit: part.limit(in: session), offset: part.offset)
      let words = try session.campers.words(for: page)
      let numbers = page.rows.map { words.number(of: $0) }
      // Programs always get the same columns; people only see this one where it is needed.
      let isNumbered = session.format.isForPrograms || numbers.contains { $0 != nil }
      return .table(
        isNumbered
          ? table(page.rows).adding(.init("number"), numbers.map { Cell($0) }) : table(page.rows),
        empty: part.offset > 0 ? "No more campers" : "No campers yet; add one with camper add",
        more: session.remainder(of: page, advice: "find WORDS searches for one"))
    }

    showCommand.explained(
      "Show a camper and their reservations", synonyms: ["guest history", "guest profile"])

    editCommand.explained(
      synonyms: ["change phone", "change address", "license plate"],
      details: "\"\" or none clears anything but the name.",
      examples: [
        "camper edit \"Johnny Appleseed\" phone 408-555-9876",
        "camper edit \"Johnny Appleseed\" address \"1 Main Street, Cupertino CA\" plates 8ABC123 length 32",
      ])

    deleteCommand.explained(synonyms: ["forget guest", "remove guest"])
  }
}

extension Session {
  /// Notes that a new guest has the same name and phone number or e-mail address as another one.
  fileprivate func noteTwins(of camper: Camper) {
    guard !desk.isRepeating, let twins = try? campers.twins(of: camper), let twin = twins.first
    else { return }
    let contact =
      twin.phoneNumber.flatMap { phone in
        phone.filter(\.isNumber) == camper.phoneNumber?.filter(\.isNumber) ? phone : nil
      } ?? twin.email ?? ""
    let stays = twin.reservations.count { !$0.isTakenBack }
    warn(
      "there is another \(twin.fullName) with \(contact)"
        + (stays > 0 ? ", who has \(stays) \(stays == 1 ? "reservation" : "reservations")" : ""),
      hint: "undo removes this one if they are the same guest", severity: .note)
  }
}

/// The values that a command gives for a camper; nil leaves a value unchanged, and empty text
/// clears it.
struct CamperDraft {
  var phone: String?
  var email: String?
  var isFavorite: Bool?
  var details = CamperDetails()
}
