import Campground
import CommandKit

/// Finds a guest, or adds one; and says whether it did.
typealias SiteGuest = @MainActor (Session) throws -> (camper: Camper, isNew: Bool)

extension Argument where Context == Session, Value == SiteGuest {
  static var siteGuest: Self {
    .group(
      .requiredOption("for", .guestName),
      .option("phone", .text("PHONE"), "the number of a new guest")
    ) { name, phone in
      { session in
        do {
          guard let phone else {
            let known = try name.find(in: session, among: .camper) {
              try $0.campers.find(byPart: $1)
            }
            return (known, false)
          }
          return (try session.campers.known(name.word, phone: phone), false)
        } catch let error as CampgroundError where error.code == .unknown {
          guard let phone else {
            throw ValueFault(
              "\(error)",
              hint: Suggestion.hint(of: (try? session.campers.words(like: name.word)) ?? [])
                ?? "add \"phone NUMBER\" after the name to add a new guest", at: "for")
          }
          return (try session.campers.addCamper(name.word, phoneNumber: phone), true)
        }
      }
    }
  }
}

extension ValueType where Context == Session, Value == NameInStore {
  fileprivate static var guestName: Self {
    ValueType("CAMPER", "the guest, also a new one", .name) { NameInStore(try $0.word()) }
      .completing(.camper)
  }
}
