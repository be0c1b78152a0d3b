import Campground
import CommandKit
import Rendering

@MainActor
extension StayChange {
  /// Whether the user confirms the change before it is made.
  var needsConsent: Bool {
    isAboutMoney || isAboutPolicy || isAboutPrice || !moves.isEmpty
      || (isAboutNights && !isMoveAlone) || (isCheckOut && balance.due.amount > 0)
      || !remarks.unreadMeters.isEmpty || remarks.overstay != nil || leavesUnpriced
      || (after.stayPrice.isPartial && isAboutNights)
  }

  /// Whether the change checks a guest out of nights that no rate prices, although others have a
  /// price.
  private var leavesUnpriced: Bool { isCheckOut && after.stayPrice.isPartial }

  /// The question about a change that was shown.
  var question: String {
    let guest = after.guest ?? code
    if leavesUnpriced, let unpriced = unpricedNightsWords {
      return "\(unpriced). Check out anyway?"
    }
    return leftOwing.map { "\(guest) owes \($0). Check out anyway?" } ?? "Go ahead?"
  }

  private var isAboutNights: Bool { !freedNights.isEmpty || !takenNights.isEmpty }

  /// Whether the change only moves the stay to another site, at the same price.
  private var isMoveAlone: Bool {
    guard let before, before.status == after.status, before.dates == after.dates else {
      return false
    }
    return before.siteWords != after.siteWords && !isAboutMoney
  }

  private var isAboutMoney: Bool { oldLines != newLines }

  private var isAboutPolicy: Bool { before.map { $0.policy != after.policy } ?? false }

  private var isAboutPrice: Bool { before.map { $0.price != after.price } ?? false }

  /// Whether the change checks the guest out; the answer then gives the balance due in any case.
  private var isCheckOut: Bool {
    after.status == .checkedOut && before?.status != .checkedOut
  }

  private var isCheckIn: Bool {
    after.status == .checkedIn && before?.status == .reserved
  }

  // MARK: Text

  /// The stay, followed by the effects of the change, one to an indented line.
  ///
  /// - Parameters:
  ///   - verb: what was done; nil for a preview.
  ///   - shown: the preview shown before. Its lines are not repeated, except for what remains to be
  ///     done: the balance of a stay that has ended, and the waitlist offers.
  func text(done verb: String?, beside shown: StayChange? = nil) -> String {
    let parts = [code, after.guest, verb == nil ? after.status?.title : nil, "\(after)"]
    let heading = verb.map(said) ?? "Would be"
    return
      (["\(heading) " + parts.compactMap { $0 }.joined(separator: " · ")]
      + news(isDone: verb != nil, beside: shown).map { "  " + $0 }).joined(separator: "\n")
  }

  /// What was done, in words that depend on the former status.
  private func said(_ verb: String) -> String {
    switch (verb, before?.status) {
    case ("Canceled", .hold): "Released"
    case ("Canceled", .draft), ("Canceled", .requested): "Ended"
    case ("Held", .hold): "Extended the hold"
    case ("Checked in", .checkedIn): "Undid the check-in of"
    case ("Checked out", .checkedOut): "Undid the check-out of"
    case ("Locked", _) where after.promise != .locked: "Unlocked"
    default: verb
    }
  }

  private func news(isDone: Bool, beside shown: StayChange?) -> [String] {
    let lines = details(isDone: isDone)
    guard let shown else { return lines }
    let known = shown.details(isDone: false)
    let bill = standing(isDone: isDone)
    let waiting = waitlistLines
    return lines.compactMap { line in
      guard known.contains(line), !waiting.contains(line) else { return line }
      return isEnd && line == bill ? Session.standing(of: code, balance, on: groupBill) : nil
    }
  }

  /// Whether the change ends the stay.
  private var isEnd: Bool { after.status?.isFinal == true && before?.status?.isFinal != true }

  private func details(isDone: Bool) -> [String] {
    let repricing = isDone ? "reservation reprice \(code)" : "reprice"
    let lines: [[String?]] = [
      [former, guest], moves.map(\.description),
      [isMoveAlone ? after.total.map { "the price stays \($0)" } : nil],
      [priceOfOtherSite.map { "nights from \($0) on are at the prices of site \($1)" }],
      [unpricedWords], BillChange(self).lines,
      [
        price, remarks.discountForNoNight.map { "\($0) applies to none of the coming nights" },
        policy, standing(isDone: isDone), remarks.keptUnder, used,
        isNextNoShow ? nextNoShow : nil,
      ],
      remarks.overstay?.lines(of: self, isDone: isDone) ?? [], remarks.unreadMeters.map(words),
      [
        remarks.totalAtCurrentPrices.map {
          "\($0) at today's prices; \"\(repricing)\" applies them"
        },
        depositWords,
      ], waitlistLines,
    ]
    return lines.joined().compactMap { $0 }
  }

  private var former: String? {
    guard let before else { return nil }
    let isElsewhere = before.dates != after.dates || before.siteWords != after.siteWords
    let isPromisedAnew = before.promise != after.promise && after.promise != .open
    return isElsewhere || isPromisedAnew ? "was \(before)" : nil
  }

  private var nextNoShow: String {
    "the next night audit marks it a no-show again; \"late \(code)\" keeps the site for the guest"
  }

  /// The nights that no rate prices although others have a price, and the command that prices them.
  var unpricedWords: String? {
    guard after.status?.isFinal != true, after.stayPrice.isPartial else { return nil }
    return unpricedNightsWords.map { "\($0): reservation edit \(code) price AMOUNT unpriced" }
  }

  /// `1 night to be priced (2027-09-01)`; nil where every night has a price.
  private var unpricedNightsWords: String? {
    after.stayPrice.unpricedWords.map { words in
      "\(words) (\(unpricedNights.map { "\($0)" }.listed(most: 4)))"
    }
  }

  /// `guest Linda Green, was Ann Lee`, and who still pays the bill if that is someone else.
  private var guest: String? {
    guard let before, before.guest != after.guest else { return nil }
    return "guest \(after.guest ?? "none")" + (before.guest.map { ", was \($0)" } ?? "")
      + (after.otherPayer.map { "; the bill stays with \($0)" } ?? "")
  }

  /// Why a site that a guest has left is not free tonight.
  private var used: String? {
    remarks.usedNight.map {
      "tonight, \($0), is charged; the site is free tomorrow"
    }
  }

  /// `price $40.00 a night, was $45.00`
  private var price: String? {
    guard let before, isAboutPrice else { return nil }
    let price = after.price.map { "price \($0) a \(after.isByDay ? "day" : "night")" }
    return (price ?? "price from the rates") + (before.price.map { ", was \($0)" } ?? "")
  }

  private var policy: String? {
    guard isAboutPolicy else { return nil }
    return "policy \(after.policy ?? "none")" + (before?.policy.map { ", was \($0)" } ?? "")
  }

  /// The cost of the change, and the balance of the bill.
  private func standing(isDone: Bool) -> String? {
    guard isAboutMoney || isCheckOut || (isCheckIn || isEnd) && balance.due.amount != 0 else {
      return nil
    }
    let parts = [
      before == nil || !isAboutMoney ? nil : "difference \(difference)",
      fee.amount == 0 ? nil : "fee \(fee)",
      isDone ? leftOwing.map { "left owing \($0)" } : nil,
    ].compactMap { $0 }
    let isTold = isDone && leftOwing != nil
    return (parts + (isTold ? [] : [Session.standing(of: code, balance, on: groupBill)]))
      .joined(separator: " · ")
  }

  /// The balance that a guest leaves unpaid; nil for none, and on a bill that others share.
  var leftOwing: Money? {
    isCheckOut && groupBill == nil && balance.due.amount > 0 ? balance.due : nil
  }

  private func words(about meter: UnreadMeter) -> String {
    let (site, kind) = (CommandText.quoted(meter.site), meter.kind.rawValue)
    return "the \(kind) meter was last read on \(meter.lastRead); to charge what was used since: "
      + "meter add \(site) \(kind) VALUE for \(meter.code)"
  }

  /// `deposit $50.00 due 2026-07-01, was $20.00`; with what was agreed, where the price limits what
  /// is due.
  private var depositWords: String? {
    let former = before?.agreedDeposit
    guard before == nil || former == after.agreedDeposit || after.status?.isFinal == true else {
      let agreed = after.agreedDeposit.flatMap { $0 == deposit?.amount ? nil : $0 }
      return (deposit.map { "\($0)" } ?? "no deposit")
        + (agreed.map { ", of \($0) agreed" } ?? "") + (former.map { ", was \($0)" } ?? "")
    }
    return isAboutDeposit ? deposit.map { "\($0)" } : nil
  }

  private var isAboutDeposit: Bool {
    isAboutMoney || (after.status == .reserved && before?.status != .reserved)
  }

  /// The waitlist entries that are offered the freed nights, and those that the booking went ahead
  /// of.
  var waitlistLines: [String] {
    offers.map { "offered to \($0)" }
      + passedOver.map { "booked ahead of \($0) on the waitlist" }
  }

  // MARK: Record

  var record: Answer.Record {
    let stay: Answer.Record = [
      ("code", .text(code)), ("site", after.promise == .open ? .null : Cell(after.siteWords)),
      ("from", Cell(after.dates?.arrival)), ("to", Cell(after.dates?.departure)),
      ("nights", Cell(after.dates?.nightCount)), ("status", Cell(after.status?.rawValue)),
      ("total", Cell(after.total)), Session.unpricedCell(of: after.stayPrice),
      ("difference", Cell(difference)), ("fee", Cell(fee)),
      ("policy", Cell(after.policy)), ("terms", Cell(remarks.keptUnder)),
      ("class", Cell(after.siteClass)),
      (
        "moves",
        moves.isEmpty ? .null : .text(moves.map(\.description).joined(separator: "; "))
      ),
    ]
    return stay + Session.cells(of: deposit) + Session.cells(of: balance, on: groupBill)
  }
}

extension Overstay {
  /// The nights past the departure date that were not billed, and the commands that bill them.
  fileprivate func lines(of change: StayChange, isDone: Bool) -> [String] {
    let (code, count) = (change.code, dates.nightCount)
    let unit = (change.after.isByDay ? "day" : "night") + (count == 1 ? "" : "s")
    let price = "\(self.price)" + (self.price.total == nil ? "" : " at today's prices")
    // A long stay may be exempt from a tax, so that the added nights cost nothing.
    let amount =
      self.price.unpricedNights == 0 && self.price.priced.amount > 0
      ? "\(self.price.priced.amount)" : "AMOUNT"
    let extend = "reservation extend \(code) to \(dates.departure)"
    let remedy =
      !isFree
      ? "charge \(code) \(amount) \"\(count) \(unit)\""
      : isDone ? "checkout \(code) undo; \(extend); checkout \(code)" : extend
    let time = isDone || !isFree ? "" : " first"
    return [
      "stayed \(count) \(unit) past the departure date, \(dates), not billed: \(price)",
      "to bill \(count == 1 ? "it" : "them")\(time): \(remedy)",
    ]
  }
}
