import Foundation
import ObjectGraph
import Synchronization

/// The rate cards of a store's campgrounds, each read once for each revision of the rules.
///
/// Each use reads the revision from the store, which costs one fetch of one row, so that changes by
/// other processes are noticed.
public final class RateCardCache: Sendable {
  /// What a cached card depends on.
  private struct Key: Hashable {
    let revision: Int64
    let currencyCode: String
    let pricesIncludeTax: Bool
  }

  private let cards = Mutex<[ManagedObjectID: (key: Key, card: RateCard)]>([:])

  /// Makes an empty cache.
  public init() {}

  /// Removes all cards, because their revisions are those of other content.
  func removeAll() { cards.withLock { $0 = [:] } }

  /// The rate card of a campground.
  ///
  /// - Throws: as `RateCard.init(of:in:)`.
  public func card(of campground: Campground, in context: ManagedObjectContext) throws -> RateCard {
    try cardWithRevision(of: campground, in: context, isCurrent: false).card
  }

  /// The rate card of a campground, and its revision of the rules; the revision is nil where the
  /// card is not cached.
  ///
  /// - Parameter isCurrent: whether the context has read the campground within the current write
  ///   transaction, so that the store need not be asked again.
  func cardWithRevision(
    of campground: Campground, in context: ManagedObjectContext, isCurrent: Bool
  ) throws -> (card: RateCard, revision: Int64?) {
    guard let key = try Self.key(of: campground, in: context, isCurrent: isCurrent) else {
      return (try RateCard(of: campground, in: context), nil)
    }
    let id = campground.objectID
    if let known = cards.withLock({ $0[id] }), known.key == key {
      return (known.card, key.revision)
    }
    let card = try RateCard(of: campground, in: context)
    cards.withLock { $0[id] = (key, card) }
    return (card, key.revision)
  }

  /// - Returns: nil where the card must not be cached: for a campground not yet in the store, or
  ///   while a transaction or a scratch pad has uncommitted changes to the rules.
  private static func key(
    of campground: Campground, in context: ManagedObjectContext, isCurrent: Bool = false
  ) throws -> Key? {
    guard !campground.objectID.isTemporaryID, !hasNewRevision(context) else { return nil }
    if isCurrent, campground.changedStoredKeys.isEmpty {
      return Key(
        revision: campground.rulesRevision, currencyCode: campground.currencyCode,
        pricesIncludeTax: campground.pricesIncludeTax)
    }
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

  // MARK: Revisions that are not committed

  private static let newRevision = "newRevisionOfRules"

  /// Notes that a context is saving a revision of the rules that others cannot see yet.
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
