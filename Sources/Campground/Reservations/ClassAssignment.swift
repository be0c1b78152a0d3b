/// The campsite for a stay booked by class, and the stays that move to make room for it.
struct ClassAssignment {
  /// A stay that moves within the class.
  struct Move {
    let stay: Reservation
    let site: CampSite
  }

  let site: CampSite
  let moves: [Move]
}
