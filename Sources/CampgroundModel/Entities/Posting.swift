import Foundation
import ObjectGraph

/// Lines of the ledger that one command wrote. Undoing the command for a stay takes back all of
/// them that are about the stay.
public final class Posting: ManagedObject {
  /// The word of what was done: `pay`, `checkout`, `nightly`.
  @Managed("action") public var action: String

  /// The instant.
  @Managed("postedAt") public var postedAt: Date

  /// Who did it; nil where nobody said.
  @Managed("who") public var who: String?

  /// The lines.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// The check-outs that wrote them.
  @Managed("events") public var events: Set<Event>
}
