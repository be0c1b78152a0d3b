import ObjectGraph

/// Stays on a group's bill.
extension StayBook {
  /// Puts a new stay in a group, and with it on the group's bill.
  ///
  /// - Throws: `CampgroundError.refused` for a stay at another campground.
  func put(_ stay: Reservation, in group: ReservationGroup) throws(CampgroundError) {
    try refuse(
      unless: stay.campground === group.campground,
      about: [.stay(stay.code), .named("group", group.name)],
      "\(stay.code) is not at the campground of group \"\(group.name)\"",
      fix: .advice("choose a stay at the campground of \"\(group.name)\""))
    stay.group = group
    stay.folio = try group.bill
  }

  /// Puts a stay that may have a bill of its own on a group's bill.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that is in a group already or at another
  ///   campground, and when something was charged or paid on its own bill.
  func join(_ stay: Reservation, to group: ReservationGroup) throws {
    if let present = stay.group {
      throw CampgroundError(
        about: [.stay(stay.code), .named("group", present.name)],
        "\(stay.code) is already on the bill of \"\(present.name)\"", fix: .leaveGroup(stay.code))
    }
    let former = stay.folio
    if let former, !former.entries.isEmpty {
      throw CampgroundError.hasLines(stay.code, bill: former.code)
    }
    try put(stay, in: group)
    if let former, former.reservations.isEmpty { context.delete(former) }
  }

  /// Takes a stay off its group's bill. The group is deleted with its last stay when nothing was
  /// charged or paid.
  ///
  /// - Throws: `CampgroundError.refused` for a stay in no group, and when something was charged or
  ///   paid for it.
  func leaveGroup(_ stay: Reservation) throws {
    guard let group = stay.group else {
      throw CampgroundError(
        about: [.stay(stay.code)], "\(stay.code) is not on a group's bill",
        fix: .joinGroup(stay.code))
    }
    try refuse(unless: stay.entries.isEmpty, with: .hasLines(stay.code, bill: group.name))
    stay.group = nil
    stay.folio = nil
    if group.reservations.isEmpty, try group.bill.entries.isEmpty { context.delete(group) }
  }
}
