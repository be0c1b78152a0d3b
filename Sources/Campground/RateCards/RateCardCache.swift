import Foundation
import ObjectGraph
import Synchronization

/// The rate cards of a store's campgrounds, each of which is read once for each revision of the
/// rules.
///
/// The revision is asked of the store each time, which costs one fetch of one row, so that what other
/// processes changed counts, too.
public final class RateCardCache: Sendable {
  /// What a card was read by.
  private struct Key: Hashable {
    let revision: Int64
    let currencyCode: String
    let pricesIncludeTax: Bool
  }

  private let cards = Mutex<[ManagedObjectID: (key: Key, card: RateCard)]>([:])

  /// Makes an empty one.
  public init() {}

  /// The rate card of a campground.
  ///
  /// - Throws: as `RateCard.init(of:in:)`.
  public func card(of campground: Campground, in context: ManagedObjectContext) throws -> RateCard {
    guard let key = try Self.key(of: campground, in: context) else {
      return try RateCard(of: campground, in: context)
    }
    let id = campground.objectID
    if let known = cards.withLock({ $0[id] }), known.key == key { return known.card }
    let card = try RateCard(of: campground, in: context)
    cards.withLock { $0[id] = (key, card) }
    return card
  }

  /// - Returns: nil where a card is not to be kept: of a campground that is not in the store yet, or
  ///   where rules were changed that are not committed, in a transaction or a scratch pad.
  private static func key(
    of campground: Campground, in context: ManagedObjectContext
  ) throws -> Key? {
    guard !campground.objectID.isTemporaryID, !hasNewRevision(context) else { return nil }
    let request = FetchRequest<[String: any Sendable]>(entityName: "Campground")
    request.predicate = try FetchPredicate(format: "SELF == %@", campground)
    request.propertiesToFetch = ["rulesRevision", "currencyCode", "pricesIncludeTax"]
    request.includesPendingChanges = false
    guard let row = try context.fetch(request).first,
      let revision = row["rulesRevision"] as? Int64,
      let currencyCode = row["currencyCode"] as? String
    else { return nil }
    return Key(
      revision: revision, currencyCode: currencyCode,
      pricesIncludeTax: row["pricesIncludeTax"] as? Bool ?? false)
  }

  /// The revision of the rules of a campground that the store has.
  static func storedRevision(
    of campground: Campground, in context: ManagedObjectContext
  ) throws -> Int64? {
    try key(of: campground, in: context)?.revision
  }

  // MARK: Revisions that are not committed

  private static let newRevision = "newRevisionOfRules"

  /// Notes that a context saves a revision of rules that others do not see yet.
  static func noteNewRevision(in context: ManagedObjectContext) {
    context.userInfo[newRevision] = true
  }

  private static func hasNewRevision(_ context: ManagedObjectContext) -> Bool {
    var next: ManagedObjectContext? = context
    while let context = next {
      if context.userInfo[newRevision] != nil { return true }
      next = context.parent
    }
    return false
  }
}
