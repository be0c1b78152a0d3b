import ObjectGraph

/// Undoing what a command did to stays.
extension Undoing {
  /// Whether an event only marks the site of a check-out as dirty.
  func isOfCheckOut(_ event: Event) -> Bool {
    event.noun == "site" && events.contains { $0.kind == .checkedOut }
      && event.changes.allSatisfy { $0.property == "readiness" }
  }

  /// The site of an event that only changes the housekeeping status; nil for any other event.
  func siteOfHousekeeping(_ event: Event) throws -> CampSite? {
    guard event.noun == "site", !isOfCheckOut(event), !event.changes.isEmpty,
      event.changes.allSatisfy({ $0.property == "readiness" }), let name = event.name
    else { return nil }
    return try services.campSites.find(name)
  }

  func undo(_ event: Event, of site: CampSite) throws -> String {
    let before = event.change(of: "readiness")?.before.flatMap(SiteReadiness.init(rawValue:))
    try services.housekeeping.mark([site], as: before)
    return "site \(site.name) is " + (before.map { "\($0.rawValue) again" } ?? "as it was")
  }

  /// What an event changed about the terms of a stay; nil if it did anything else.
  ///
  /// - Throws: `UndoRefusal` if the stay has been changed again since.
  func changeOfStay(_ event: Event) throws -> AgreedChange? {
    let isChange =
      [.changed, .locked, .unlocked, .moved].contains(event.kind) || event.kind?.isOfMoney == true
    guard isChange, let stay = event.reservation,
      event.changes.allSatisfy({ AgreedStay.follows($0.property) }),
      let change = changes.first(where: { $0.stay == stay.objectID })
    else { return nil }
    guard try services.reservations.isAsLeft(by: change, stay) else {
      throw refused(
        "\(stay.code) was changed again since",
        event.change(of: "campSite")?.before.map { "\"move \(stay.code) to \($0)\" moves it back" }
          ?? Self.changeBack)
    }
    return change
  }

  func undo(_ event: Event, of stay: Reservation) throws -> String {
    let (code, reservations) = (stay.code, services.reservations)
    switch event.kind {
    case .checkedIn:
      _ = try reservations.undoCheckIn(code)
      return "\(code) is reserved again, not checked in"
    case .checkedOut:
      _ = try reservations.undoCheckOut(code)
      return "\(code) is checked in again"
    case .canceled, .noShow:
      let change = try reservations.reinstate(code, overridingRules: true)
      return "\(code) is reserved again"
        + (change.isNextNoShow ? "; \"late \(code)\" keeps the night audit from ending it" : "")
    case .added, .reserved:
      guard stay.events.allSatisfy({ $0.number >= event.number }) else { throw refusal(event) }
      return try cancel(stay)
    default: throw refusal(event)
    }
  }

  /// Cancels a stay that was just booked, and keeps nothing: a typing mistake is no cancellation.
  func cancel(_ stay: Reservation) throws -> String {
    let change = try services.reservations.callOff(stay.code, keeping: 0, reason: Self.reason)
    let rest = try change.balance.bill
    guard rest.amount == 0 else {
      throw refused(
        "\(stay.code) has \(rest) of charges by hand since",
        "\"folio \(stay.code)\" shows them, and \"reverse\" reverses them; "
          + "\"cancel \(stay.code)\" keeps them")
    }
    let words = "\(stay.code) was canceled; its nights are free"
    // A group that the command booked goes along with its stays.
    guard let group = stay.group, !added.contains(group), stay.entries.isEmpty else { return words }
    _ = try services.reservations.leaveGroup(stay.code)
    return "\(words), and it is no longer in group \(group.name)"
  }
}
