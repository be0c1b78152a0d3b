import Foundation
import ObjectGraph

/// Lines of the ledger that one command wrote; what is undone is all of them.
public final class Posting: ManagedObject {
  /// The word of what was done: `pay`, `checkout`, `nightly`.
  @Managed("action") public var action: String

  /// The instant.
  @Managed("postedAt") public var postedAt: Date

  /// Who did it; nil where nobody said.
  @Managed("who") public var who: String?

  /// The lines.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// What happened to a stay by the same command.
  @Managed("events") public var events: Set<StayEvent>
}

/// Makes the posting of a command with its first line.
final class PostingPen {
  let context: ManagedObjectContext
  let now: Date
  private let action: String
  private let author: Author
  private(set) var posting: Posting?

  init(_ action: String, in context: ManagedObjectContext, at now: Date, by author: Author) {
    self.action = action
    self.author = author
    self.context = context
    self.now = now
  }

  /// The posting, made where there is none yet.
  func begun() -> Posting {
    if let posting { return posting }
    let posting = Posting(context: context)
    posting.action = action
    posting.postedAt = now
    posting.who = author.name
    self.posting = posting
    return posting
  }
}
