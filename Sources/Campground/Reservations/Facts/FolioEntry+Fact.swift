import ObjectGraph

/// A stored fact that lines of the ledger are about.
enum LedgerFact {
  case allowance(Allowance)
  case givenUp(GivenUpNights)
  case changeFee(ChangeFee)
  case charge(Charge)

  /// The fact by its position, as in `StayFacts`; nil where it was deleted.
  var place: Bill.Fact? {
    switch self {
    case .allowance(let fact):
      Self.place(of: fact, among: fact.reservation?.allowances, \.position)
        .map(Bill.Fact.allowance)
    case .givenUp(let fact):
      Self.place(of: fact, among: fact.reservation?.givenUp, \.position).map(Bill.Fact.givenUp)
    case .changeFee(let fact):
      Self.place(of: fact, among: fact.reservation?.changeFees, \.position)
        .map(Bill.Fact.changeFee)
    case .charge(let fact):
      Self.place(of: fact, among: fact.reservation?.charges, \.position).map(Bill.Fact.charge)
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
      if let charge { return .charge(charge) }
      if let allowance { return .allowance(allowance) }
      if let givenUp { return .givenUp(givenUp) }
      return changeFee.map(LedgerFact.changeFee)
    }
    set {
      switch newValue {
      case .allowance(let fact): allowance = fact
      case .givenUp(let fact): givenUp = fact
      case .changeFee(let fact): changeFee = fact
      case .charge(let fact): charge = fact
      case nil: (allowance, givenUp, changeFee, charge) = (nil, nil, nil, nil)
      }
    }
  }
}

extension Reservation {
  /// A stored fact by its position among those of its kind.
  func fact(at place: Bill.Fact) -> LedgerFact? {
    func find<Fact: FactOfStay>(
      _ index: Int, _ facts: Set<Fact>, _ position: (Fact) -> Int32
    ) -> Fact? {
      let facts = Self.inOrder(facts, position)
      return facts.indices.contains(index) ? facts[index] : nil
    }
    return switch place {
    case .allowance(let index): find(index, allowances, \.position).map(LedgerFact.allowance)
    case .givenUp(let index): find(index, givenUp, \.position).map(LedgerFact.givenUp)
    case .changeFee(let index): find(index, changeFees, \.position).map(LedgerFact.changeFee)
    case .charge(let index): find(index, charges, \.position).map(LedgerFact.charge)
    }
  }
}
