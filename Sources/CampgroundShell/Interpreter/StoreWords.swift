import Campground
import ObjectGraph

/// An error of the engine in words for a clerk: with the commands' names for things, and without
/// the
/// store's internal IDs.
struct StoreWords {
  /// What went wrong.
  let reason: String

  /// How to fix it.
  let repair: String?

  private static let lookAgain = "list the current ones"

  init(_ error: ObjectGraphError) {
    let noun = ObjectLabel.noun(ofEntity: error.entityName ?? "")
    let word = error.key.map(Session.word(for:)) ?? "value"
    let path = error.key.flatMap { key in error.entityName.map { "\($0).\(key)" } }
    switch error.code {
    case .managedObjectReferentialIntegrity:
      let isAboutKey = path.map { error.message.hasPrefix("\($0) ") } ?? false
      reason = "the " + (isAboutKey ? "\(word) of the \(noun)" : noun) + " is gone"
      repair = Self.lookAgain
    case .managedObjectMerge:
      reason = "the \(noun) was changed or deleted by someone else since it was read"
      repair = Self.lookAgain
    case .managedObjectConstraintMerge:
      let keys = error.details[.constraint] ?? []
      let words = keys.filter { $0 != "campground" }.map(Session.word(for:))
      reason =
        "there is already another \(noun)"
        + (words.isEmpty ? "" : " with the same \(words.joined(separator: " and "))")
      repair = Self.lookAgain
    case .validationRelationshipDeniedDelete:
      reason = "the \(noun) cannot be deleted while it has \(word)"
      repair = error.repair
    case .migrationCancelled:
      reason = "canceled; the store is unchanged"
      repair = nil
    default:
      let message = Self.withoutIDs(error.message, noun)
      reason =
        path.map { path in
          message.hasPrefix("\(path) ")
            ? "the \(word) of the \(noun)" + message.dropFirst(path.count) : message
        } ?? message
      repair = error.repair.map { Self.withoutIDs($0, noun) }
    }
  }

  /// A text with "the camper" for `<Camper x-coredata://…/Camper/p1>`.
  private static func withoutIDs(_ text: String, _ noun: String) -> String {
    text.replacing(#/<[^<>]*x-coredata:[^<>]*>|x-coredata:\S+/#, with: "the \(noun)")
  }
}
