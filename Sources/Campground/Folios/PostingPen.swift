import Foundation
import ObjectGraph

/// Creates the posting of a command along with its first line.
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

  /// The posting, created on first use.
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

extension ServiceScope {
  /// Makes the pen that writes the posting of a command.
  func pen(_ action: String, in scratch: ManagedObjectContext) -> PostingPen {
    PostingPen(action, in: scratch, at: clock.now, by: author)
  }
}
