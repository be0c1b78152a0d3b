import Foundation
import ObjectGraph

/// A paper on its way to a guest by mail, or already there.
///
/// It waits in the outbox from the save that writes it until it is sent. Only then does an event
/// tell of it.
public final class Message: Numbered {
  package override class var letter: String { "M" }

  /// What a message is about.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case confirmation, invoice, receipt, statement, reminder
  }

  /// The kind as stored; `kind` is the same as an enumeration.
  @Managed("kind") package var kindWord: String

  /// The e-mail address that it goes to.
  @Managed("recipient") public var recipient: String

  /// The subject line.
  @Managed("subject") public var subject: String

  /// The paper as plain text.
  @Managed("text") public var text: String

  /// The paper as an HTML page, whose logo is the part of the message called `logo`.
  @Managed("html") public var html: String

  /// The instant at which it was put into the outbox.
  @Managed("queuedAt") public var queuedAt: Date

  /// The instant at which it was sent; nil while it waits in the outbox.
  @Managed("sentAt") public var sentAt: Date?

  /// The instant at which the last attempt to send it began; nil for none.
  @Managed("attemptedAt") public var attemptedAt: Date?

  /// Why the last attempt failed, as one line; nil where it did not, or is under way.
  @Managed("failure") public var failure: String?

  /// The stay that it is about; nil for a group or a guest's whole account.
  @Managed("reservation") public var reservation: Reservation?

  /// The guest that it goes to; nil where it goes to somebody else.
  @Managed("camper") public var camper: Camper?

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The kind; nil for an unknown stored value.
  public var kind: Kind? {
    get { Kind(rawValue: kindWord) }
    set { if let newValue { kindWord = newValue.rawValue } }
  }
}
