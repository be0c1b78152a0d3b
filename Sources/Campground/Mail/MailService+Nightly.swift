import ObjectGraph

/// The mail that the night audit writes.
extension MailService {
  /// Puts into the outbox the reminders of stays that begin soon and the receipts of guests who left,
  /// as the campground's settings ask for them, each once for a stay; a guest with several stays in a
  /// group gets one.
  ///
  /// - Parameter day: the audited business day; receipts are for guests who left on it or later.
  /// - Returns: The messages, and the codes of stays whose guests have no address that mail can go
  ///   to.
  public func queueNightly(
    _ day: CalendarDate
  ) throws -> (messages: [Message], withoutAddress: [String]) {
    guard let campground = try scope.campground(in: managedObjectContext) else { return ([], []) }
    let folios = FolioService(beside: self)
    var due: [(Message.Kind, Reservation, Paper)] = []
    if let days = campground.reminderDays {
      due += try arrivals(within: Int(days), at: campground).map {
        (.reminder, $0, try folios.reminder(of: $0))
      }
    }
    if campground.mailsReceipts {
      due += try departures(from: day, at: campground).map {
        (.receipt, $0, try folios.receipt(of: $0))
      }
    }
    guard !due.isEmpty else { return ([], []) }
    _ = try carrier(at: campground)
    var reached: Set<String> = []
    var withoutAddress: [String] = []
    var messages: [Message] = []
    for (kind, stay, paper) in due {
      guard let address = stay.camper?.email, MailMessage.isAddress(address) else {
        withoutAddress.append(stay.code)
        continue
      }
      let group = stay.group.map { "\($0.objectID.reference)" } ?? stay.code
      guard reached.insert("\(kind.rawValue) \(group) \(address)").inserted else { continue }
      messages.append(try queue(kind, paper, about: stay))
    }
    return (messages, withoutAddress)
  }

  /// Stays that begin within a number of days, without a reminder so far.
  private func arrivals(within days: Int, at campground: Campground) throws -> [Reservation] {
    let today = scope.today(at: campground)
    return try managedObjectContext.fetch(
      FetchRequest<Reservation>(
        where: """
          campground == %@ AND status == %@ AND dateFrom > %@ AND dateFrom <= %@ \
          AND SUBQUERY(messages, $m, $m.kind == %@).@count == 0
          """,
        campground, ReservationStatus.reserved.rawValue, today.midnightUTC,
        today.advanced(by: days).midnightUTC, Message.Kind.reminder.rawValue,
        by: ["dateFrom", "number"]))
  }

  /// Stays that ended since a day, without a receipt so far; those on a group's bill have none of
  /// their own.
  private func departures(
    from day: CalendarDate, at campground: Campground
  ) throws -> [Reservation] {
    let events = try managedObjectContext.fetch(
      FetchRequest<Event>(
        where: "campground == %@ AND kind == %@ AND day >= %@ AND undoneBy == nil", campground,
        Event.Kind.checkedOut.rawValue, day.midnightUTC, by: ["number"]))
    var known: Set<Reservation> = []
    return events.compactMap(\.reservation).filter { stay in
      stay.state == .checkedOut && stay.group?.folio == nil && known.insert(stay).inserted
        && !stay.messages.contains { $0.kind == .receipt }
    }
  }
}
