import Campground
import Foundation
import TestSupport
import XCTest

extension Refusal {
  /// Check-ins and check-outs that stay as they are. The clock stands at 2026-06-15.
  static var undoing: [Refusal] {
    [
      Refusal(
        .notDone, about: .stay("R-1"), names: "R-1", "not checked in",
        mends: "nothing to undo"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(
        .notDone, about: .stay("R-1"), names: "R-1", "not checked in",
        fix: .undoCheckOutFirst("R-1")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.reservations.checkOut("R-1")
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(
        .otherDay, about: .stay("R-1"), names: "R-1", "2026-06-15", "2026-06-16",
        fix: .checkOutToday("R-1")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        let next = try desk.reservations(on: "2026-06-16")
        refused { try next.undoCheckIn("R-1") }
      },
      Refusal(
        .unknownBefore, about: .stay("R-1"), names: "R-1", "check-in", fix: .checkOutToday("R-1")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000], isInHouse: true)
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(
        .chargedSince, about: .stay("R-1"), names: "R-1", "2026-06-15", fix: .checkOutToday("R-1")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.folios.runNightly(day("2026-06-15"))
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(
        .withoutNight, about: .stay("R-1"), names: "R-1", "2026-06-17", "2026-06-16",
        fix: .extend("R-1")
      ) { desk, refused in
        let site = try desk.sites.add("15")
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-18"))
        try desk.reservations.checkIn("R-1", early: true)
        try desk.reservations.shorten("R-1", by: 2)
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(.linesReversed, about: .stay("R-1"), names: "R-1", "line 1", fix: .chargeRest("R-1"))
      {
        desk, refused in
        let stay = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.reservations.checkOut("R-1")
        try desk.folios.reverse(desk.folios.line(1, of: stay), reason: "noise")
        refused { try desk.reservations.undoCheckOut("R-1") }
      },
      Refusal(
        .nobodyToUndo, about: .named("group", "Scouts"), names: "Scouts", "checked out",
        fix: .showGroup
      ) { desk, refused in
        let site = try desk.sites.add("15")
        try desk.reservations.bookGroup(
          "Scouts", [Booking(site, for: nil, dates: stay("2026-06-15", "2026-06-16"))])
        refused { try desk.reservations.undoGroupCheckOut("Scouts") }
      },
      Refusal(
        .nothingToUndo, names: "nothing to undo",
        fix: .advice(
          "undo only covers commands given since the shell was opened; \"reverse\" reverses older "
            + "lines of a bill")
      ) { desk, refused in
        refused { try Desk(on: desk.stack, clock: desk.stack.clock).undoLast() }
      },
      Refusal(
        .notUndone, names: "delete", "undo does not bring back site 15",
        fix: .advice("\"audit\" shows what it was; add it again")
      ) { desk, refused in
        _ = try desk.sites.add("15")
        let other = Desk(on: desk.stack, clock: desk.stack.clock)
        try other.perform("delete") { try $0.campSites.delete($0.campSites.find("15")) }
        refused { try other.undoLast() }
      },
    ]
  }
}
