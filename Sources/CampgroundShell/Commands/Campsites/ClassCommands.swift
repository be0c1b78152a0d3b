import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == SiteClass, Plan == String? {
  /// Classes of campsites; apart from its name, a class only has a note.
  static var siteClasses: Self {
    Resource(
      "class", plural: "classes", .siteClass, fields: fields, name: { $0.name },
      newPlan: { nil }, all: { try $0.siteClasses.classes() },
      add: { (try $0.siteClasses.add($1, note: $2), "") },
      edit: { session, siteClass, name, note, _ in
        (try session.siteClasses.edit(siteClass, name: name, note: note), "")
      }, delete: { try $0.siteClasses.delete($1) }
    )
    .with { $0.lists = { try $0.lists(of: $1) } }
  }

  private static var fields: [Field<Session, SiteClass, String?>] {
    [
      .shown("type") { Cell($0.siteType) },
      .shown("sites", isNumber: true) { Cell($0.sortedSites.count) },
      .value(clearable: "note", .text, "any remark") { $0 = $1 ?? "" }
        .shown { Cell($0.note) },
    ]
  }

  /// The commands about classes.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      "Add a class of interchangeable campsites", synonyms: ["site type", "cabin"],
      details: """
        Put a campsite in it with campsite add or campsite edit. Rates, fees, taxes, \
        discounts, deposits, policies and stay rules may apply to a class.
        """,
      examples: ["class add \"RV 50A\" note \"full hookup, back-in\""])

    listCommand.explained(synonyms: ["site type", "room type"]).inParts
    showCommand.explained("Show a class, its campsites and its stays")
    editCommand.explained(examples: ["class edit \"RV 50A\" name \"RV 50 A\""])

    deleteCommand.explained(
      details: "Past stays keep the name of the class.")
  }
}

extension Session {
  /// The campsites of a class, and its current and future stays.
  fileprivate func lists(of siteClass: SiteClass) throws -> [(title: String, table: ResultTable)] {
    let today = try today()
    let stays = siteClass.reservations.filter { !$0.isOver(on: today) }
      .sorted { ($0.arrival, $0.number) < ($1.arrival, $1.number) }
    let sites = Resource<Session, CampSite, CampSiteDraft>.campsites.table(
      siteClass.sortedSites, leavingOut: ["class", "vehicles", "pets", "accessible"])
    return [("campsites", sites), ("reservations", reservationTable(stays))]
  }
}
