import ObjectGraph

/// Undoing what a command wrote to the ledger: money is never deleted, further lines reverse it.
extension Undoing {
  func undoLines() throws -> [String] {
    var done: [String] = []
    // Putting back what a reversal waived charges it again.
    let waiving = Set(
      events.filter { $0.kind == .reversed && !$0.images.isEmpty }.compactMap(\.posting))
    for line in lines where line.taxes == nil {
      if let posting = line.posting, waiving.contains(posting) { continue }
      guard line.kind != .reversal else {
        // A payment that was moved is moved back.
        guard lines.contains(where: { $0.kind == .payment && $0.posting === line.posting }) else {
          throw refused(
            "money that was reversed stays reversed",
            "enter the payment, the refund or the sale again")
        }
        continue
      }
      if line.reversedBy == nil { done.append(try undo(line)) }
    }
    for event in events where event.kind == .nightsPosted {
      if let words = try undoNights(of: event) { done.append(words) }
    }
    return done
  }

  private func undo(_ line: FolioEntry) throws -> String {
    if line.kind == .refund, line.method == .card {
      throw refused(
        "\(line.lineWords) went out by card",
        line.reservation.map { "\"pay \($0.code) \(amount(of: line).amount) card\" takes it again" }
          ?? "take the money again by card")
    }
    if let sale = line.sale {
      _ = try services.sales.reverse(sale, reason: Self.reason)
      return "sale \(sale.code) is reversed" + wordsOnVoiding(line)
    }
    if let former = lines.first(where: { $0.kind == .reversal && $0.posting === line.posting }),
      line.kind == .payment, let stay = former.reservation
    {
      _ = try services.folios.movePayment(line, to: stay, reason: Self.reason)
      return "the payment is on \(stay.code) again"
    }
    _ = try services.folios.reverse(line, reason: Self.reason)
    return "line \(line.lineNumber ?? 0), \(line.text), \(amount(of: line))"
      + "\(line.reservation.map { " of \($0.code)" } ?? ""), is reversed" + wordsOnVoiding(line)
  }

  /// Where money moved outside the books, what is left to do.
  private func wordsOnVoiding(_ line: FolioEntry) -> String {
    let method = line.method ?? line.sale?.method
    return method == .card ? "; void it on the terminal too" : ""
  }

  private func amount(of line: FolioEntry) -> Money {
    Money(line.amount.amount.magnitude, line.amount.currency)
  }

  /// Reverses the nights that a night audit posted, which the next one posts again.
  private func undoNights(of event: Event) throws -> String? {
    guard let posting = event.posting else { return nil }
    let stays = Set(posting.entries.compactMap(\.reservation))
    let putBack = Set(events.compactMap(\.reservation))
    for stay in stays.subtracting(putBack) where stay.state?.isFinal == true {
      throw restoration.changedSince(
        event,
        by: stay.events.filter { restoration.isLater($0, than: event) && !$0.images.isEmpty }
          .max { $0.number < $1.number })
    }
    let count = try services.folios.withdraw(posting, reason: Self.reason)
    guard count > 0 else { return nil }
    let codes = stays.map(\.code).sorted().listed()
    return count == 1
      ? "1 line of \(codes) is reversed; the next night audit posts it again"
      : "\(count) lines of \(codes) are reversed; the next night audit posts them again"
  }
}
