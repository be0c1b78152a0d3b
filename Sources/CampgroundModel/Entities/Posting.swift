import Foundation
import ObjectGraph

/// The ledger lines that one command wrote. Undoing the command for a stay reverses all of its
/// lines that concern the stay.
public final class Posting: ManagedObject {
  /// The action as stored: `pay`, `checkout`, `nightly`.
  @Managed("action") public var action: String

  /// The instant at which the lines were posted.
  @Managed("postedAt") public var postedAt: Date

  /// Who did it; nil where it is unknown.
  @Managed("who") public var who: String?

  /// The lines.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// The check-out events that wrote the lines.
  @Managed("events") public var events: Set<Event>
}
