import ObjectGraph

/// A stored fact that lines of the ledger are about.
enum LedgerFact {
  case allowance(Allowance)
  case givenUp(GivenUpNights)
  case changeFee(ChangeFee)

  /// Its position among the facts of its kind, as in `StayFacts`; nil where it was deleted.
  var place: Int? {
    switch self {
    case .allowance(let fact): Self.place(of: fact, among: fact.reservation?.allowances, \.position)
    case .givenUp(let fact): Self.place(of: fact, among: fact.reservation?.givenUp, \.position)
    case .changeFee(let fact): Self.place(of: fact, among: fact.reservation?.changeFees, \.position)
    }
  }

  private static func place<Fact: FactOfStay>(
    of fact: Fact, among all: Set<Fact>?, _ position: (Fact) -> Int32
  ) -> Int? {
    guard !fact.isDeleted, let all else { return nil }
    return Reservation.inOrder(all, position).firstIndex { $0 === fact }
  }
}

extension FolioEntry {
  /// The stored fact that the line is about; nil for a line that only the rules make.
  var fact: LedgerFact? {
    get {
      if let allowance { return .allowance(allowance) }
      if let givenUp { return .givenUp(givenUp) }
      return changeFee.map(LedgerFact.changeFee)
    }
    set {
      switch newValue {
      case .allowance(let fact): allowance = fact
      case .givenUp(let fact): givenUp = fact
      case .changeFee(let fact): changeFee = fact
      case nil: (allowance, givenUp, changeFee) = (nil, nil, nil)
      }
    }
  }
}

extension Reservation {
  /// The stored fact at a position among those of its kind.
  func fact(_ kind: ChargeKind, at place: Int) -> LedgerFact? {
    func find<Fact: FactOfStay>(_ facts: Set<Fact>, _ position: (Fact) -> Int32) -> Fact? {
      let facts = Self.inOrder(facts, position)
      return facts.indices.contains(place) ? facts[place] : nil
    }
    return switch kind {
    case .allowance: find(allowances, \.position).map(LedgerFact.allowance)
    case .kept: find(givenUp, \.position).map(LedgerFact.givenUp)
    case .changeFee: find(changeFees, \.position).map(LedgerFact.changeFee)
    default: nil
    }
  }
}
