import Foundation
import ObjectGraph

/// Something that happened to a stay at the desk, with what it changed, so that it can be taken back.
public final class StayEvent: ManagedObject {
  /// What was done.
  @Managed("kind") package var kindWord: String

  /// The instant.
  @Managed("happenedAt") public var happenedAt: Date

  /// Midnight UTC of the business day.
  @Managed("day") public var day: Date

  /// Whether it was taken back.
  @Managed("isTakenBack") public var isTakenBack: Bool

  /// Midnight UTC of the arrival before, where it was changed.
  @Managed("arrivalBefore") public var arrivalBefore: Date?

  /// Midnight UTC of the departure before, where it was changed.
  @Managed("departureBefore") public var departureBefore: Date?

  /// Midnight UTC of the arrival from which notice counted before, where that was changed.
  @Managed("noticeBefore") public var noticeBefore: Date?

  /// The name of the campsite before, where the stay was moved within its class.
  @Managed("siteBefore") public var siteBefore: String?

  /// The name of the campsite that the stay was moved to within its class.
  @Managed("siteAfter") public var siteAfter: String?

  /// The stay; never nil in a saved one.
  @Managed("reservation") public var reservation: Reservation?

  /// The rules about stays that were set aside by it.
  @Managed("rulesSetAside") public var rulesSetAside: Set<OverriddenRule>

  /// The lines of the ledger that it wrote; nil for none.
  @Managed("posting") public var posting: Posting?

  /// The word of a move within a class, which is not taken back by itself.
  package static let moveWord = "move"

  /// The business day.
  public var date: CalendarDate { CalendarDate(midnightUTC: day) }

  /// What was done; nil for a word that is none of them.
  public var kind: DeskStep? { DeskStep(rawValue: kindWord) }
}

extension Reservation {
  /// The last time that something was done with the guest and not taken back.
  package func lastEvent(_ kind: DeskStep) -> StayEvent? {
    events.filter { !$0.isDeleted && !$0.isTakenBack && $0.kind == kind }
      .max { $0.happenedAt < $1.happenedAt }
  }
}
