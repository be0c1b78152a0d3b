import Foundation
import ObjectGraph

/// Somebody who waits for a campsite to become free, with one or more wishes.
///
/// Where the entry stands follows from its wishes and from the outcome of the offers; see
/// `status(at:)`.
public final class WaitlistEntry: ManagedObject {
  /// The number that the store gives, by which the entry is called: `W-3`; in a scratch pad, where
  /// it waits for it, one below 0.
  @Managed("number") public var number: Int64

  /// The instant from which they wait; who waits longest comes first.
  @Managed("createdAt") public var createdAt: Date

  /// When they were taken off the waitlist; nil while they were not.
  @Managed("withdrawnAt") public var withdrawnAt: Date?

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// Who waits; never nil in a saved entry.
  @Managed("camper") public var camper: Camper?

  /// What they would take, those wishes included that were withdrawn or are past.
  @Managed("wishes") public var wishes: Set<Wish>

  /// The code that clerks use, `W-3`; one that waits in a scratch pad has a placeholder,
  /// `W-new1`.
  public var code: String { PlaceholderNumbers.code(of: self) }
}

extension WaitlistEntry {
  /// Who waits longest comes first.
  package static let inLine = [
    FetchSortDescriptor(key: "createdAt", ascending: true),
    FetchSortDescriptor(key: "number", ascending: true),
  ]

  /// The wishes that were not withdrawn, by number: the first is asked for first.
  public var presentWishes: [Wish] {
    wishes.filter { !$0.isDeleted && $0.withdrawnAt == nil }.sorted { $0.number < $1.number }
  }
}
