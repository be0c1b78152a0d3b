import ObjectGraph

/// The events of postings, one for each stay that a posting has lines for.
///
/// The posting has the lines, the event says who wrote them and with which command. A change that
/// was recorded for the stay anyway, such as a lower price after an allowance, shares the event.
extension AuditTrail {
  /// Records the postings that the context is about to save, except those that follow from
  /// something else that was recorded, such as a check-out.
  ///
  /// - Parameter events: the events of the objects that are saved along with them.
  func writePostings(beside events: [ManagedObjectID: Event]) throws {
    let new = context.insertedObjects.compactMap { $0 as? Posting }
    for posting in new where posting.events.isEmpty {
      guard let kind = Event.Kind(ofPosting: posting.action) else { continue }
      // All stays of a night audit share one event.
      let lines =
        kind == .nightsPosted
        ? [posting.entries.min { $0.comesBefore($1) }].compactMap { $0 }
        : posting.entries.sorted { $0.comesBefore($1) }
      var recorded: Set<ManagedObjectID?> = []
      for line in lines where recorded.insert(line.reservation?.objectID).inserted {
        let known = line.reservation.flatMap { events[$0.objectID] }
          .flatMap { $0.kind == .changed ? $0 : nil }
        let event =
          try known
          ?? Event(
            kind, at: line.folio?.campground ?? here(), now, by: author, in: context)
        event.kind = kind
        event.posting = posting
        if known == nil { describe(event, line) }
      }
    }
  }

  private func describe(_ event: Event, _ line: FolioEntry) {
    if event.kind == .nightsPosted {
      (event.noun, event.name) = ("night", "of \(line.date)")
    } else if let stay = line.reservation {
      event.tell(of: stay)
    } else {
      (event.noun, event.name) = ("sale", "of \(line.sale?.text ?? line.text)")
    }
  }
}

extension Event.Kind {
  /// What a posting's action does; nil for one that follows from another event.
  fileprivate init?(ofPosting action: String) {
    switch action {
    case "pay": self = .paid
    case "refund": self = .refunded
    case "credit": self = .keptAsVoucher
    case "move": self = .paymentMoved
    case "charge": self = .charged
    case "meter": self = .metered
    case "sale": self = .sold
    case "allow": self = .allowed
    case "reverse": self = .reversed
    case "nightly": self = .nightsPosted
    default: return nil
    }
  }
}
