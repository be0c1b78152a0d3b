import Foundation
import ObjectGraph

/// How far what was taken off a bill by hand stands.
extension Ledger {
  /// Lets what was taken off the bill of a stay stand as far as the stay comes to it, charged or
  /// agreed: nothing is owed to a guest for what was never charged. What is beyond that is taken
  /// back, and of what was taken back before, that is valid again which the stay comes to now.
  ///
  /// Taxes that were taken off are taken back as far as more of their group was taken off than is
  /// charged, on a bill below zero and on that of a stay that came to nothing; the rest is taken
  /// back without taxes. The save fails where somebody else takes something off the bill meanwhile.
  ///
  /// - Parameter reason: why something is taken back.
  static func adjustAllowances(
    of reservation: Reservation, reason: String, in context: ManagedObjectContext, now: Date
  ) throws {
    guard let known = reservation.folio, let campground = known.campground else { return }
    if !known.objectID.isTemporaryID, !context.isWatched(known) {
      try context.detectConflicts(for: context.current(known))
    }
    guard let allowances = try Allowances(of: reservation, in: context, at: now) else { return }
    let page = LedgerPage(
      context: context, folio: known, reservation: reservation,
      day: try current(campground, in: context).businessDay(at: now), now: now)
    for (share, amount) in try allowances.sharesToTakeBack() {
      try page.takeBack(amount, of: share, insteadOf: allowances.takenBack[share] ?? [], reason)
    }
  }

  /// What is taken back at the moment of what was taken off the bill of a stay, in minor units.
  static func allowanceTakenBack(
    of reservation: Reservation, in context: ManagedObjectContext
  ) throws -> Int64 {
    guard reservation.folio != nil else { return 0 }
    return try Balance.sum(
      lines(about: reservation, in: context).lazy.filter(\.takesAllowanceBack).map(\.amountMinor),
      reservation.campground?.currency ?? .usd)
  }
}

/// What was taken off the bill of a stay by hand, and what of it was taken back.
private struct Allowances {
  /// What lines are about.
  enum Share: Hashable {
    case amount
    case tax(String, group: String?)
  }

  /// The lines that take something back, of each share in the order of the ledger.
  let takenBack: [Share: [FolioEntry]]

  private let currency: Currency
  /// What the stay comes to when nothing is taken back.
  private let bill: Int64
  private let isCalledOff: Bool
  /// What is charged of each tax, less what was taken off.
  private var taxes: [Share: Int64] = [:]
  /// What was taken off of each tax.
  private var taxesOff: [Share: Int64] = [:]

  /// Nil for a stay off whose bill nothing was taken.
  init?(of reservation: Reservation, in context: ManagedObjectContext, at now: Date) throws {
    let lines = try Ledger.lines(about: reservation, in: context)
      .filter { $0.reversedBy == nil && $0.kind != .reversal && !$0.isPayment }
    guard lines.contains(where: { $0.kind == .discount && $0.charge == nil }) else { return nil }
    currency = reservation.campground?.currency ?? .usd
    isCalledOff = !reservation.isOwedFor
    let back = lines.filter(\.takesAllowanceBack).sorted { $0.comesBefore($1) }
    takenBack = Dictionary(grouping: back) { Self.share(of: $0) }
    let whole = try Ledger.balance(of: reservation, in: context, at: now).bill.minorUnits()
    let sum = try Balance.sum(back.lazy.map(\.amountMinor), currency)
    bill = try Balance.sum([whole, Balance.negated(sum, currency)], currency)
    for line in lines where line.kind == .tax && !line.takesAllowanceBack {
      try add(line.amountMinor, to: Self.share(of: line), in: \.taxes)
      guard line.charge == nil, line.amountMinor < 0 else { continue }
      try add(-line.amountMinor, to: Self.share(of: line), in: \.taxesOff)
    }
    for charge in reservation.isOwedFor ? reservation.charges : []
    where !charge.isDeleted && charge.entry == nil && charge.kind == .tax {
      let share = Share.tax(charge.source?.name ?? charge.text, group: charge.taxGroup)
      try add(charge.amountMinor, to: share, in: \.taxes)
    }
  }

  private static func share(of line: FolioEntry) -> Share {
    line.kind == .tax
      ? .tax(line.charge?.source?.name ?? line.text, group: line.taxGroup) : .amount
  }

  private mutating func add(
    _ amount: Int64, to share: Share, in sums: WritableKeyPath<Self, [Share: Int64]>
  ) throws {
    self[keyPath: sums][share] = try Balance.sum(
      [self[keyPath: sums][share] ?? 0, amount], currency)
  }

  /// What is to be taken back in all of each share, the amount first, then taxes by name.
  func sharesToTakeBack() throws -> [(Share, Int64)] {
    var wanted = try taxesToTakeBack()
    let ofTaxes = try Balance.sum(wanted.values, currency)
    wanted[.amount] = max(
      0, try Balance.negated(Balance.sum([bill, ofTaxes], currency), currency))
    return Set(wanted.keys).union(takenBack.keys).sorted { Self.order($0) < Self.order($1) }
      .map { ($0, wanted[$0] ?? 0) }
  }

  private func taxesToTakeBack() throws -> [Share: Int64] {
    var excess: [Share: Int64] = [:]
    let groups = Dictionary(grouping: taxes.keys) { Self.order($0).0 }
    for shares in groups.values {
      let shares = shares.sorted { Self.order($0) < Self.order($1) }
      let sum = try Balance.sum(shares.lazy.map { taxes[$0] ?? 0 }, currency)
      guard sum < 0 else { continue }
      let most = try shares.map { share in
        min(
          try Balance.negated(min(0, taxes[share] ?? 0), currency), taxesOff[share] ?? 0)
      }
      let all = min(try Balance.sum(most, currency), try Balance.negated(sum, currency))
      for (share, amount) in zip(shares, LargestRemainder.shares(of: all, by: most) ?? []) {
        excess[share] = amount
      }
    }
    guard !isCalledOff else { return excess }
    let limit = max(0, try Balance.negated(bill, currency))
    guard try limit < Balance.sum(excess.values, currency) else { return excess }
    let shares = excess.sorted { Self.order($0.key) < Self.order($1.key) }
    let amounts = LargestRemainder.shares(of: limit, by: shares.map(\.value)) ?? []
    return Dictionary(uniqueKeysWithValues: zip(shares.map(\.key), amounts))
  }

  private static func order(_ share: Share) -> (String, String) {
    switch share {
    case .amount: ("", "")
    case .tax(let name, let group): (group ?? "", name)
    }
  }
}

extension LedgerPage {
  /// Lets so much of a share be taken back in all: writes what is missing, and makes valid again
  /// what is too much.
  fileprivate func takeBack(
    _ amount: Int64, of share: Allowances.Share, insteadOf lines: [FolioEntry], _ reason: String
  ) throws {
    var sum = try Balance.sum(lines.lazy.map(\.amountMinor), currency)
    for line in lines.reversed() where sum > amount {
      try reverse(line, reason: "valid again")
      sum -= line.amountMinor
    }
    guard sum < amount else { return }
    switch share {
    case .amount: write(.discount, FolioService.allowance, amount - sum, reason: reason)
    case .tax(let name, let group): write(.tax, name, amount - sum, group: group, reason: reason)
    }
  }
}

extension FolioEntry {
  /// Whether it takes back something that was taken off a bill by hand, or a tax of that, and
  /// stands. Taxes that are written with a charge by hand have no reason.
  var takesAllowanceBack: Bool {
    charge == nil && reversedBy == nil && amountMinor > 0
      && (kind == .discount || (kind == .tax && reason != nil))
  }
}
