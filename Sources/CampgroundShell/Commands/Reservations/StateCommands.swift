import Campground
import CommandKit

extension Command where Context == Session {
  /// The commands that bring stays from one state to the next.
  static var aboutStates: [Self] { [hold, accept, decline, expire, cancel, reinstate] }

  /// The commands about guests who come, leave, or do not come.
  static var frontDesk: [Self] { [checkIn, checkOut, noShow, late] }

  private static var hold: Self {
    changing(
      "reservation hold", "Make a draft a hold, or prolong a hold", .minutesOfHold, .overriding,
      details: """
        It keeps the nights for some minutes from now on, as hold does. A hold that has ended is not \
        prolonged.
        """,
      examples: ["reservation hold R-1 minutes 30"], done: "Held"
    ) { service, stay, minutes, isOverriding in
      try stay.state == .hold
        ? service.prolong(stay.code, minutes: minutes)
        : service.hold(stay.code, minutes: minutes, overridingRules: isOverriding)
    }
  }

  private static var accept: Self {
    changing(
      "accept", "Make a request, a hold or a draft a reservation", .overriding,
      details: "A hold that has ended stays what it is.", examples: ["accept R-1"],
      done: "Reserved"
    ) { service, stay, isOverriding in
      try stay.state == .requested
        ? service.accept(stay.code, overridingRules: isOverriding)
        : service.reserve(stay.code, overridingRules: isOverriding)
    }
  }

  private static var decline: Self {
    changing(
      "decline", "Decline a request", .reason, examples: ["decline R-1 reason \"no room\""],
      done: "Declined"
    ) { try $0.decline($1.code, reason: $2) }
  }

  private static var expire: Self {
    Command(
      "expire", "End a hold, a draft or a request", .optional("code", .reservation),
      details: """
        Without a code it ends what is over: holds whose time is up, drafts and requests whose \
        arrival date is past.
        """,
      examples: ["expire R-1", "expire"]
    ) { session, stay in
      if let stay { return try session.carryOut("Ended") { try $0.expire(stay.code) } }
      let ended = try session.reservations.expireOverdue().map {
        try session.reservations.find($0.code)
      }
      return .table(
        session.reservationTable(ended), empty: "Nothing is over that was not ended")
    }
  }

  private static var checkIn: Self {
    changing(
      "checkin", "Check a guest in, or take that back", .checkIn,
      details: """
        Whoever was on the site before has to be checked out. Early moves the arrival to today, by a \
        week at most, and keeps the rules about stays; the nights that it adds are shown with their \
        price. A stay that is to begin earlier than that gets other dates first, as does one whose \
        nights are over, unless it was a no-show. A guest who goes on upon another site is checked \
        out of the part before. Undo makes the stay reserved again where the wrong guest was clicked, \
        with the arrival that it had; on the same business day, and while no night was charged since. \
        (The command undo is for scratch pads.)
        """,
      examples: ["checkin R-1", "checkin R-1 early", "checkin R-1 undo"], done: "Checked in"
    ) { service, stay, checkIn in
      switch checkIn {
      case .anew(let isEarly, let isOverriding):
        try service.checkIn(stay.code, early: isEarly, overridingRules: isOverriding)
      case .takenBack: try service.takeBackCheckIn(stay.code)
      }
    }
  }

  private static var checkOut: Self {
    changing(
      "checkout", "Check a guest out, or take that back", .undoing("check-out"),
      details: """
        Before the departure date it ends the stay today and frees the nights that are left, those on \
        other sites, too; a site by the day is had on that day. It tells how the bill stands, which \
        meter of the site was not read today, and which nights beyond the departure are not billed. \
        Undo puts the guest back on the site on the same business day: nights that were given back \
        have to be free still, and what was charged is taken back by further lines.
        """,
      examples: ["checkout R-1", "checkout R-1 undo"], done: "Checked out"
    ) { try $2 ? $0.takeBackCheckOut($1.code) : $0.checkOut($1.code) }
  }

  private static var noShow: Self {
    changing(
      "noshow", "Note that a guest did not come, and free the nights", .reason,
      details: """
        It is for the day of arrival from the check-in time on; before, cancel is. When the first \
        night has passed nightly does it by itself, and for a guaranteed stay after its last night. \
        Nights that were held for a guaranteed stay and have passed are owed; the policy speaks of \
        those to come.
        """,
      examples: ["noshow R-1"], done: "Noted the no-show of"
    ) { try $0.noShow($1.code, reason: $2) }
  }

  private static var late: Self {
    Command(
      "late", "Guarantee a stay whose guest comes late", .stay,
      .option("at", .timeOfDay, "when the guest is expected"),
      .option(
        "on", .date, "the day on which the guest is expected; the arrival date by default"),
      .flag("undo", "the stay is no longer guaranteed by the desk"),
      details: """
        The night audit does not make a no-show of it: the site is held to the last night, and each \
        night that passes is owed. A stay whose first night is paid is guaranteed anyway. \
        ("campground edit guaranteed first" holds no guaranteed stay beyond its first night.)
        """,
      examples: [
        "late R-1", "late R-1 at 23:30", "late R-1 at 10:00 on 2026-07-02", "late R-1 undo",
      ]
    ) { session, stay, time, day, isUndoing in
      let isKnown = time != nil || day != nil
      guard !isUndoing || !isKnown else {
        throw ValueFault(
          "undo takes back when the guest is expected, too", hint: "leave one of them out",
          at: "undo")
      }
      if isUndoing {
        return try session.carryOut("No longer guaranteed:") {
          try $0.withdrawGuarantee(stay.code)
        }
      }
      let expected = WallTime(
        day ?? stay.arrival, minute: time?.minute ?? Int(stay.campground?.checkInMinute ?? 0))
      return try session.carryOut("Guaranteed") {
        try $0.guarantee(stay.code, expected: isKnown ? expected : nil)
      }
    }
  }

  private static var cancel: Self {
    changing(
      "reservation cancel", aliases: ["cancel"], "Cancel a reservation and free its nights",
      .reason,
      details: """
        It says under which policy and by which of its steps money is kept. A hold, a draft or a \
        request is not canceled: it ends.
        """,
      examples: ["cancel R-1", "cancel R-1 reason \"broken axle\""], done: "Canceled"
    ) { try $0.callOff($1.code, reason: $2) }
  }

  private static var reinstate: Self {
    changing(
      "reinstate", "Make a canceled reservation valid again", .overriding,
      details: """
        It is also for guests who did not come. Every night has to be free still, and the rules about \
        stays are asked as on the day on which it was booked first.
        """,
      examples: ["reinstate R-1"], done: "Reinstated"
    ) { try $0.reinstate($1.code, overridingRules: $2) }
  }
}
