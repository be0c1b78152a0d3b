import Campground
import Foundation
import TestSupport
import XCTest

extension Refusal {
  /// Check-ins and check-outs that stay as they are. The clock stands at 2026-06-15.
  static var undoing: [Refusal] {
    [
      Refusal(about: .stay("R-1"), names: "R-1", "not checked in", mends: "nothing to undo") {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "not checked in", fix: .undoCheckOutFirst("R-1")) {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.reservations.checkOut("R-1")
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "2026-06-15 is closed", fix: .checkOutToday("R-1"))
      { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.folios.runNightly(day("2026-06-15"), closing: true)
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "check-in", fix: .checkOutToday("R-1")) {
        desk, refused in
        _ = try desk.stay(nights: [4_000], isInHouse: true)
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(
        about: .stay("R-1"), names: "R-1", "2026-06-15",
        fix: .advice("\"undo E-8\" undoes the night audit")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.folios.runNightly(day("2026-06-15"))
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(
        names: "R-1", "was changed since by E-5", fix: .advice("\"undo E-5\" undoes that first")
      ) { desk, refused in
        let site = try desk.sites.add("15")
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-18"))
        try desk.reservations.checkIn("R-1", early: true)
        try desk.reservations.shorten("R-1", by: 2)
        refused { try desk.reservations.undoCheckIn("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "line 1", fix: .chargeRest("R-1")) {
        desk, refused in
        let stay = try desk.stay(nights: [4_000])
        try desk.reservations.checkIn("R-1")
        try desk.reservations.checkOut("R-1")
        try desk.folios.reverse(desk.folios.line(1, of: stay), reason: "noise")
        refused { try desk.reservations.undoCheckOut("R-1") }
      },
      Refusal(about: .named("group", "Scouts"), names: "Scouts", "checked out", fix: .showGroup) {
        desk, refused in
        let site = try desk.sites.add("15")
        try desk.reservations.bookGroup(
          "Scouts", [Booking(site, for: nil, dates: stay("2026-06-15", "2026-06-16"))])
        refused { try desk.reservations.undoGroupCheckOut("Scouts") }
      },
      Refusal(
        .unknown, about: .named("event", "E-99"), names: "E-99",
        fix: .advice("\"undo list\" and \"audit\" show the numbers")
      ) { desk, refused in
        refused { try Desk(on: desk.stack, clock: desk.stack.clock).undoCommand(99) }
      },
      Refusal(
        names: "edit", "site 15 was changed since by E-4",
        fix: .advice("\"undo E-4\" undoes that first")
      ) { desk, refused in
        _ = try desk.sites.add("15")
        let other = Desk(on: desk.stack, clock: desk.stack.clock)
        try other.perform("edit") { try $0.campSites.edit($0.campSites.find("15"), rate: 40) }
        try desk.sites.edit(desk.sites.find("15"), rate: 50)
        refused { try other.undoCommand(3) }
      },
    ]
  }
}
