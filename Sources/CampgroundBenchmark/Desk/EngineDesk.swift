import Campground
import Foundation
import ObjectGraph

/// The desk through the campground's services: each call is a write transaction.
@MainActor
struct EngineDesk {
  private let stack: CampgroundStack

  init(_ stack: CampgroundStack) { self.stack = stack }

  /// Books a stay and takes the guest through extension, check-in, payment and check-out.
  func run(_ stay: DeskStore.Stay) throws {
    let arriving = service(at: stay.arrivesAt)
    let reservations = ReservationService(beside: arriving)
    let site = try CampSiteService(beside: arriving).find(stay.siteName)
    let camper = try CamperService(beside: arriving).find(stay.camperName)
    let reservation = try reservations.reserve(site, for: camper, arrival: stay.arrival, nights: 2)
    let code = reservation.code
    try reservations.extend(code, by: 1)
    try reservations.checkIn(code)
    let folios = FolioService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: FixedClock(stay.arrivesAt))
    try folios.pay(folios.balance(of: reservation).due.amount, by: .card, for: reservation)
    try ReservationService(beside: service(at: stay.leavesAt)).checkOut(code)
  }

  private func service(at now: Date) -> Service {
    Service(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: FixedClock(now))
  }
}
