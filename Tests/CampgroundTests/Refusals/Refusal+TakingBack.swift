import Campground
import Foundation
import TestSupport
import XCTest

extension Refusal {
  /// Check-ins and check-outs that stay as they are. The clock stands at 2026-06-15.
  static var takingBack: [Refusal] {
    [
      Refusal(
        .takingBack(.notDone), names: "R-1", "Reserved", "CheckedIn", mends: "check-in to take back"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.takeBackCheckIn("R-1") }
      },
      Refusal(
        .takingBack(.notDone), names: "R-1", "CheckedOut", "CheckedIn", mends: "checkout R-1 undo"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.reservations.checkOut("R-1")
        refused { try desk.reservations.takeBackCheckIn("R-1") }
      },
      Refusal(
        .takingBack(.otherDay), names: "R-1", "2026-06-15", "2026-06-16", mends: "checkout R-1"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        let next = try desk.reservations(on: "2026-06-16")
        refused { try next.takeBackCheckIn("R-1") }
      },
      Refusal(.takingBack(.unknown), names: "R-1", "check-in", mends: "checkout R-1") {
        desk, refused in
        _ = try desk.stay(nights: [4_000], isInHouse: true)
        refused { try desk.reservations.takeBackCheckIn("R-1") }
      },
      Refusal(.takingBack(.charged), names: "R-1", "2026-06-15", mends: "checkout R-1") {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.folios.runNightly(day("2026-06-15"))
        refused { try desk.reservations.takeBackCheckIn("R-1") }
      },
      Refusal(
        .takingBack(.withoutNight), names: "R-1", "2026-06-17", "2026-06-16",
        mends: "reservation extend R-1"
      ) { desk, refused in
        let site = try desk.sites.add("15")
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-18"))
        try desk.reservations.checkIn("R-1", early: true)
        try desk.reservations.shorten("R-1", by: 2)
        refused { try desk.reservations.takeBackCheckIn("R-1") }
      },
      Refusal(.takingBack(.linesTakenBack), names: "R-1", "line 1", mends: "charge R-1") {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.reservations.checkOut("R-1")
        try desk.folios.reverse(desk.folios.line(1), reason: "noise")
        refused { try desk.reservations.takeBackCheckOut("R-1") }
      },
      Refusal(.takingBack(.nobody), names: "Scouts", "CheckedOut", mends: "group show") {
        desk, refused in
        let site = try desk.sites.add("15")
        try desk.reservations.bookGroup(
          "Scouts", [Booking(site, for: nil, dates: stay("2026-06-15", "2026-06-16"))])
        refused { try desk.reservations.takeBackGroupCheckOut("Scouts") }
      },
    ]
  }
}
