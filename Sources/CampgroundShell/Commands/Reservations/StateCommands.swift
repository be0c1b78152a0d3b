import Campground
import CommandKit

extension Command where Context == Session {
  /// The commands that change the status of stays.
  @CommandList<Session>
  static var aboutStates: [Self] {
    changing(
      "reservation hold", synonyms: ["extend hold", "prolong"],
      "Turn a draft into a hold, or extend a hold", .stay, .minutesOfHold, .overriding,
      details: """
        It holds the nights for some minutes from now, as hold does. An expired hold cannot be \
        extended.
        """,
      examples: ["reservation hold R-1 minutes 30"], done: "Held"
    ) { service, stay, minutes, isOverriding in
      try stay.state == .hold
        ? service.prolong(stay.code, minutes: minutes)
        : service.hold(stay.code, minutes: minutes, overridingRules: isOverriding)
    }

    changing(
      "accept", synonyms: ["confirm", "approve"],
      "Turn a request, hold or draft into a reservation", .stay, .overriding,
      details: "An expired hold cannot be accepted.", examples: ["accept R-1"],
      done: "Reserved"
    ) { service, stay, isOverriding in
      try stay.state == .requested
        ? service.accept(stay.code, overridingRules: isOverriding)
        : service.reserve(stay.code, overridingRules: isOverriding)
    }

    changing(
      "decline", synonyms: ["reject", "turn down"], "Decline a request", .stay, .reason,
      examples: ["decline R-1 reason \"no room\""],
      done: "Declined"
    ) { try $0.decline($1.code, reason: $2) }

    Command(
      "expire", synonyms: ["release", "expired"], "Let a hold, draft or request expire",
      .optional("code", .reservation),
      details: """
        Without a code it clears everything overdue: holds past their time, drafts and requests \
        past their arrival date.
        """,
      examples: ["expire R-1", "expire"]
    ) { session, stay in
      if let stay { return try session.carryOut("Ended") { try $0.expire(stay.code) } }
      let ended = try session.reservations.expireOverdue().map {
        try session.reservations.find($0.code)
      }
      return .table(
        session.reservationTable(ended), empty: "Nothing to expire")
    }

    changing(
      "reservation cancel", aliases: ["cancel"], synonyms: ["void"],
      "Cancel a reservation and free its nights", .stay,
      .option("keep", .amount("amount to keep of the nights to come, instead of the policy")),
      .reason,
      details: """
        The answer names the policy, its step and the amount kept. With keep, the campground keeps \
        that amount, before tax, of the nights to come, instead of what the policy and \
        nonrefundable fees would keep: keep 0 refunds them all. Money that an earlier \
        change kept stays on the bill. Canceling a hold, a draft or a request just ends it.
        """,
      refuses: """
        a stay that is checked in or has ended, and to keep more than the price of the nights to come
        """,
      examples: ["cancel R-1", "cancel R-1 reason \"broken axle\"", "cancel R-1 keep 0"],
      done: "Canceled"
    ) { try $0.callOff($1.code, keeping: $2?.value(of: $1), reason: $3) }

    changing(
      "reinstate", synonyms: ["uncancel"],
      "Reinstate a canceled reservation or a no-show", .stay, .overriding,
      details: """
        All its nights have to be free. The stay rules apply as of the day the stay was first \
        booked.
        """,
      refuses: "a stay whose nights are no longer free",
      examples: ["reinstate R-1"], done: "Reinstated"
    ) { try $0.reinstate($1.code, overridingRules: $2) }
  }

  /// The commands about arrivals, departures and no-shows.
  @CommandList<Session>
  static var frontDesk: [Self] {
    changing(
      "checkin", synonyms: ["key", "arrive", "register", "check in"],
      "Check a guest in, or undo a check-in", .stay, .checkIn,
      details: """
        Check the previous guest out first. early moves the arrival to today, by up to a week, \
        within the stay rules, and shows the price of the added nights. To arrive earlier than \
        that, or once all its nights have passed, a stay needs other dates first, unless it was a \
        no-show. undo puts the stay back to reserved with its former arrival date, on the same \
        business day and while no night has been charged since. "registration CODE" prints the \
        card that the guest signs, "tag CODE" the gate tag.
        """,
      refuses: """
        a stay that is not reserved, one whose arrival date is still to come unless you add early, \
        and a site whose last guest is not checked out
        """,
      examples: ["checkin R-1", "checkin R-1 early", "checkin R-1 undo"], done: "Checked in"
    ) { service, stay, checkIn in
      switch checkIn {
      case .checkIn(let isEarly, let isOverriding):
        try service.checkIn(stay.code, early: isEarly, overridingRules: isOverriding)
      case .undo: try service.undoCheckIn(stay.code)
      }
    }

    Command(
      "checkout", synonyms: ["key", "depart", "early departure", "check out"],
      "Check a guest out, or undo a check-out", .stay, .checkOut, .dryRun,
      details: """
        Before the departure date this is an early departure: the stay ends today and the \
        remaining nights are free again, on all its sites. On the arrival date, tonight counts as \
        used all the same, and so does today on a day-use site. The answer gives the balance, \
        names meters not read today, and names nights past the departure date that are not billed. \
        undo puts the guest back on the site, on the same business day and while the freed nights \
        are still free; further lines on the bill reverse what was charged.
        """,
      refuses: "a stay that is not checked in; in a script, nights without a price beside others",
      examples: ["checkout R-1", "checkout R-1 unpriced", "checkout R-1 undo"]
    ) { session, stay, step, isTrial in
      try session.carryOut("Checked out", dryRun: isTrial) { service in
        switch step {
        case .undo: try service.undoCheckOut(stay.code)
        case .checkOut(let leavesUnpriced):
          try service.checkOut(stay.code, leavingUnpriced: leavesUnpriced || session.isAsked)
        }
      }
    }

    changing(
      "noshow", synonyms: ["no show", "absent"], "Mark a guest as a no-show and free the nights",
      .stay, .reason,
      details: """
        Use it on the arrival date from the check-in time on; before that, use cancel. The night \
        audit does it after the first night, and for a guaranteed stay after the last. Past nights \
        held for a guaranteed stay are owed; the cancellation policy covers the nights to come.
        """,
      refuses: """
        a stay before its check-in time on the arrival date, and a guest who is checked in
        """,
      examples: ["noshow R-1"], done: "Recorded no-show"
    ) { try $0.noShow($1.code, reason: $2) }

    Command(
      "late", synonyms: ["late arrival", "guarantee"], "Guarantee a stay for a late arrival", .stay,
      .option("at", .timeOfDay, "expected time of arrival"),
      .option(
        "on", .date, "expected day of arrival; the arrival date by default"),
      .flag("undo", "withdraw the desk's guarantee"),
      details: """
        The night audit does not mark it as a no-show: the site is held through the last night, \
        and each night that passes is owed. A stay whose first night is paid is guaranteed anyway. \
        To hold guaranteed stays for their first night only, use campground edit guaranteed first.
        """,
      refuses: "a stay that is not reserved",
      examples: [
        "late R-1", "late R-1 at 23:30", "late R-1 at 10:00 on 2026-07-02", "late R-1 undo",
      ]
    ) { session, stay, time, day, isUndoing in
      let isKnown = time != nil || day != nil
      guard !isUndoing || !isKnown else {
        throw ValueFault(
          "undo cannot be given with at or on", hint: "leave one of them out",
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
}
