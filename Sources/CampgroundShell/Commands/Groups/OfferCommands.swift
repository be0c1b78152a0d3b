import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands about waitlist offers and their answers.
  @CommandList<Session>
  static var aboutOffers: [Self] {
    Command(
      "waitlist calls", synonyms: ["call list", "callbacks", "phone list"],
      "List waitlist offers to call about",
      details: """
        Guests not called yet come first, then those whose offer ends soonest.
        """, answering: .data
    ) { session in
      .table(
        session.namingWishes(session.callColumns.table(of: try session.waitlist.calls())),
        empty: "Nobody to call")
    }
    .inParts

    Command(
      "waitlist called", synonyms: ["phoned", "left message"], "Record a call about an offer",
      .waiting, examples: ["waitlist called W-3"]
    ) { session, entry in
      let call = try session.waitlist.called(entry.code)
      return .message("Called \(call.offer)", record: session.callColumns.record(of: call))
    }

    Command(
      "waitlist accept", synonyms: ["take offer"], "Accept an offer and reserve it", .waiting,
      examples: ["waitlist accept W-3"]
    ) { session, entry in
      let change = try session.waitlist.accept(entry.code)
      return .message(
        "Reserved \(change.headline)" + (change.deposit.map { "\n  \($0)" } ?? ""),
        record: session.record(of: try session.reservations.find(change.code)))
    }

    Command(
      "waitlist decline", synonyms: ["turn down offer", "skip offer"],
      "Decline an offer; the guest keeps waiting",
      .waiting,
      details: """
        The guest keeps the place in line but is not offered the same nights on the same site \
        again; they go to the next in line. After three offers declined or missed, the entry \
        rests.
        """,
      examples: ["waitlist decline W-3"]
    ) { session, entry in
      let offers = try session.waitlist.decline(entry.code)
      let isResting = session.waitlist.status(of: entry) == .resting
      return session.answer(
        "Declined the offer for \(entry.words)"
          + (isResting ? "\n  resting now; \"waitlist ask \(entry.code)\" resumes offers" : ""),
        about: entry, offers: offers)
    }

    Command(
      "waitlist ask", synonyms: ["resume", "wake"], "Resume offers to a resting entry",
      .waiting,
      details: """
        Earlier offers no longer count and may be made again. The next site to become free is \
        offered; waitlist offer looks for one that is free now.
        """,
      examples: ["waitlist ask W-3"]
    ) { session, entry in
      let entry = try session.waitlist.ask(entry.code)
      return session.answer(
        "\(entry.camper?.fullName ?? "") is waiting again as \(entry.code)", about: entry)
    }

    Command(
      "waitlist offer", synonyms: ["next in line", "match"], "Offer free sites to the waitlist",
      details: """
        A command that frees a site offers it at once. This one ends expired offers, then looks \
        for free sites.
        """
    ) { session in
      .table(
        session.namingWishes(Session.offerColumns.table(of: try session.waitlist.offer())),
        empty: "No free site fits anyone on the waitlist")
    }
  }
}

extension Session {
  /// A sentence, followed by one line for each resulting offer.
  static func text(_ sentence: String, with offers: [WaitlistOffer]) -> String {
    ([sentence] + offers.map { "  offered to \($0)" }).joined(separator: "\n")
  }

  fileprivate static let offerColumns: [ListColumn<WaitlistOffer>] = [
    .init("code") { .text($0.entry) }, .init("guest") { .text($0.camper) },
    .number("wish", rank: .aside) { Cell($0.wish) }, .init("site") { .text($0.site) },
    .init("from") { Cell($0.dates.arrival) }, .init("to") { Cell($0.dates.departure) },
    .init("until", isWhole: true) { Cell($0.heldUntil.map { "\($0)" }) },
  ]

  /// On a narrow terminal: who to call, about what, and by when. The offer's own columns have the
  /// rest.
  fileprivate var callColumns: [ListColumn<WaitlistCall>] {
    [
      .init("code") { .text($0.offer.entry) }, .init("guest") { .text($0.offer.camper) },
      .init("phone", isWhole: true) { Cell($0.phone) },
      .number("wish", rank: .aside) { Cell($0.offer.wish) },
      .init("site") { .text($0.offer.site) },
      .init("from", rank: .second) { Cell($0.offer.dates.arrival) },
      .init("to", rank: .aside) { Cell($0.offer.dates.departure) },
      .number("total", rank: .aside) { [self] in cell(of: $0.price) },
      .init("until", isWhole: true) { Cell($0.offer.heldUntil.map { "\($0)" }) },
      .init("called", rank: .aside, isWhole: true) { Cell($0.calledAt.map { "\($0)" }) },
    ]
  }
}
