import Campground
import CommandKit
import Foundation

/// Finds a guest, or adds one; also says whether the guest is new.
typealias SiteGuest = @MainActor (Session) throws -> (camper: Camper, isNew: Bool)

extension Argument where Context == Session, Value == SiteGuest {
  /// The guest, after "for".
  static var siteGuest: Self { guest("for", .requiredOption("for", .guestName)) }

  /// The guest that a command is about, as its first argument.
  static var guestFirst: Self { guest("camper", .required("camper", .guestName)) }

  private static func guest(_ label: String, _ name: Argument<Session, NameInStore>) -> Self {
    .group(
      name, .option("phone", .text("PHONE"), "the number of a new guest"),
      .option("email", .text("EMAIL"), "the address of a new guest")
    ) { name, phone, email in
      { session in
        do {
          guard phone != nil || email != nil else {
            let known = try name.find(in: session, among: .camper) {
              try $0.campers.find(byPart: $1)
            }
            return (known, false)
          }
          let known = try session.campers.known(name.word, phone: phone, email: email)
          session.noteOtherName(of: known, than: name.word)
          return (known, false)
        } catch let error as CampgroundError where error.code == .unknown {
          guard phone != nil || email != nil else {
            throw ValueFault(
              "\(error)",
              hint: Suggestion.hint(of: (try? session.campers.words(like: name.word)) ?? [])
                ?? "add \"phone NUMBER\" after the name to add a new guest", at: label)
          }
          return (
            try session.campers.addCamper(name.word, phoneNumber: phone, email: email), true
          )
        }
      }
    }
  }
}

extension Session {
  /// Says who the guest is if a phone number or an e-mail address found one of another name.
  fileprivate func noteOtherName(of camper: Camper, than name: String) {
    guard !desk.isRepeating,
      camper.fullName.compare(name, options: [.caseInsensitive, .diacriticInsensitive])
        != .orderedSame
    else { return }
    let contact = [camper.phoneNumber, camper.email].compactMap { $0 }.joined(separator: " and ")
    warn("the guest is \(camper.fullName), who has \(contact)", severity: .note)
  }

  /// Carries out an action for a guest. A new guest is added along with it, or nothing is done at
  /// all; a note before the answer says that a guest was added.
  func serve(
    _ guest: @escaping SiteGuest, dryRun isTrial: Bool = false, _ make: (Camper) throws -> Answer
  ) throws -> Answer {
    try desk.together {
      let (camper, isNew) = try guest(self)
      guard isNew else { return try make(camper) }
      guard !isTrial else {
        throw ValueFault(
          "dry-run cannot add a new guest",
          hint: "add them first: camper add \(CommandText.quoted(camper.fullName))", at: "phone")
      }
      let answer = try make(camper)
      warn("added camper \(camper.fullName)", severity: .note)
      return answer
    }
  }
}

extension ValueType where Context == Session, Value == NameInStore {
  fileprivate static var guestName: Self {
    ValueType("CAMPER", "the guest, also a new one", .name) { NameInStore(try $0.word()) }
      .completing(.camper)
  }
}
