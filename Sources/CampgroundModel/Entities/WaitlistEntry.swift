import Foundation
import ObjectGraph

/// A camper waiting for a campsite to become free, with one or more wishes.
///
/// The status of the entry follows from its wishes and the outcomes of its offers; see
/// `status(at:)`.
public final class WaitlistEntry: Numbered {
  package override class var letter: String { "W" }

  /// The instant from which the camper has been waiting; the longest wait comes first.
  @Managed("createdAt") public var createdAt: Date

  /// When the entry was withdrawn; nil until then.
  @Managed("withdrawnAt") public var withdrawnAt: Date?

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The waiting guest; never nil once saved.
  @Managed("camper") public var camper: Camper?

  /// The wishes, including withdrawn and past ones.
  @Managed("wishes") public var wishes: Set<Wish>
}

extension WaitlistEntry {
  /// The longest wait comes first.
  package static let inLine = [
    FetchSortDescriptor(key: "createdAt", ascending: true),
    FetchSortDescriptor(key: "number", ascending: true),
  ]

  /// The wishes that were not withdrawn, by number, which is their order of preference.
  public var presentWishes: [Wish] {
    wishes.filter { !$0.isDeleted && $0.withdrawnAt == nil }.sorted { $0.number < $1.number }
  }
}
