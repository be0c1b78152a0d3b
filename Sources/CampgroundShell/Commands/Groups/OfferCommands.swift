import Campground
import CommandKit
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The commands about what is offered to those who wait, and what they answer.
  static var aboutOffers: [Self] { [calls, called, accept, decline, ask, offer] }

  private static var calls: Self {
    Command(
      "waitlist calls", "List whom to call: the offers that wait for an answer",
      details: "Those who were not called yet come first, and of them those whose offer ends first."
    ) { session in
      .table(
        session.namingWishes(Session.callColumns.table(of: try session.waitlist.calls())),
        empty: "Nobody is to be called")
    }
  }

  private static var called: Self {
    Command(
      "waitlist called", "Note that a camper was called about what is offered",
      .waiting, examples: ["waitlist called W-3"]
    ) { session, entry in
      let call = try session.waitlist.called(entry.code)
      return .message("Called \(call.offer)", record: Session.callColumns.record(of: call))
    }
  }

  private static var accept: Self {
    Command(
      "waitlist accept", "Reserve what is offered to a camper", .waiting,
      examples: ["waitlist accept W-3"]
    ) { session, entry in
      let change = try session.waitlist.accept(entry.code)
      return .message(
        "Reserved \(change.code) · \(change.after)" + (change.deposit.map { "\n  \($0)" } ?? ""),
        record: session.record(of: try session.reservations.find(change.code)))
    }
  }

  private static var decline: Self {
    Command(
      "waitlist decline", "End what is offered to a camper, who goes on waiting",
      .waiting,
      details: """
        The camper keeps the place in line, and is not offered the same nights on the same site \
        again; the next in line is offered them. After three offers that were declined or lapsed the \
        camper rests.
        """,
      examples: ["waitlist decline W-3"]
    ) { session, entry in
      let offers = try session.waitlist.decline(entry.code)
      let isResting = session.waitlist.status(of: entry) == .resting
      return session.answer(
        "Declined for \(entry.words)"
          + (isResting ? "\n  rests now; \"waitlist ask \(entry.code)\" ends that" : ""),
        about: entry, offers: offers)
    }
  }

  private static var ask: Self {
    Command(
      "waitlist ask", "Let a camper who rests be offered something again",
      .waiting,
      details: """
        What was offered before counts no more and may be offered again. The next site that becomes \
        free is offered; waitlist offer looks for one that is.
        """,
      examples: ["waitlist ask W-3"]
    ) { session, entry in
      let entry = try session.waitlist.ask(entry.code)
      return session.answer(
        "\(entry.camper?.fullName ?? "") waits again as \(entry.code)", about: entry)
    }
  }

  private static var offer: Self {
    Command(
      "waitlist offer", "Offer what is free now to those who wait",
      details: """
        Sites that a command frees are offered by that command. This one ends offers that are over, \
        and then looks for free sites.
        """
    ) { session in
      .table(
        session.namingWishes(Session.offerColumns.table(of: try session.waitlist.offer())),
        empty: "Nothing is free for those who wait")
    }
  }
}

extension Session {
  /// A sentence with the offers that came of a command, a line each.
  static func text(_ sentence: String, with offers: [WaitlistOffer]) -> String {
    ([sentence] + offers.map { "  offered to \($0)" }).joined(separator: "\n")
  }

  fileprivate static let offerColumns: [ListColumn<WaitlistOffer>] = [
    .init("code") { .text($0.entry) }, .init("camper") { .text($0.camper) },
    .number("wish") { Cell($0.wish) }, .init("site") { .text($0.site) },
    .init("from") { Cell($0.dates.arrival) }, .init("to") { Cell($0.dates.departure) },
    .init("until") { Cell($0.heldUntil.map { "\($0)" }) },
  ]

  fileprivate static let callColumns: [ListColumn<WaitlistCall>] = [
    .init("code") { .text($0.offer.entry) }, .init("camper") { .text($0.offer.camper) },
    .init("phone") { Cell($0.phone) }, .number("wish") { Cell($0.offer.wish) },
    .init("site") { .text($0.offer.site) }, .init("from") { Cell($0.offer.dates.arrival) },
    .init("to") { Cell($0.offer.dates.departure) }, .number("total") { Cell($0.total) },
    .init("until") { Cell($0.offer.heldUntil.map { "\($0)" }) },
    .init("called") { Cell($0.calledAt.map { "\($0)" }) },
  ]
}
