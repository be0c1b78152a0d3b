import ObjectGraph

/// The money paid into a folio and not yet refunded, by source: a payment method, or one voucher.
///
/// Money goes back the way it came. Where more went back by a method than came by it, such as cash
/// for a card payment, the difference comes out of the last other payments, vouchers last.
struct PaidMoney {
  /// A way that money takes.
  struct Way: Hashable {
    let method: PaymentMethod
    /// The voucher that paid, or that got its money back; nil for any other method, and for money
    /// that went out as a new voucher.
    let voucher: Voucher?

    fileprivate init(of line: FolioEntry, by method: PaymentMethod) {
      self.method = method
      voucher = line.subject.kind == .credit ? nil : line.voucher
    }
  }

  /// Where money came from, and how much of it is left.
  struct Source {
    let way: Way
    /// The amount left, in minor units, never negative.
    fileprivate(set) var left: Int64 = 0
    /// Whether any of it was paid for the stay to refund.
    fileprivate var isOfStay = false
  }

  /// The sources in the order in which they are refunded: those of the stay first, then the others
  /// of its bill, each with the last payment first.
  private(set) var sources: [Source] = []

  /// Adds up the lines of a folio.
  ///
  /// - Parameter stay: the stay to refund; nil for the whole folio.
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits.
  init(of folio: Folio, for stay: Reservation? = nil, in context: ManagedObjectContext) throws {
    let currency = folio.campground?.currency ?? .usd
    var returned: [Way: Int64] = [:]
    for line in try Ledger.lines(of: folio, in: context) {
      guard let method = line.method else { continue }
      let way = Way(of: line, by: method)
      if line.subject.kind == .payment {
        try add(line, by: way, isOfStay: stay != nil && line.reservation === stay, currency)
      } else {
        returned[way] = try Balance.sum([returned[way] ?? 0, line.amountMinor], currency)
      }
    }
    sources = sources.filter(\.isOfStay) + sources.filter { !$0.isOfStay }
    var rest: Int64 = 0
    for (way, amount) in returned {
      rest = try Balance.sum([rest, amount - take(amount) { $0.way == way }], currency)
    }
    rest -= take(rest) { $0.way.voucher == nil }
    _ = take(rest) { _ in true }
    total = try Balance.sum(sources.map(\.left), currency)
  }

  /// The total left of all sources, in minor units.
  private(set) var total: Int64 = 0

  /// Adds a payment, whose source then comes first, or the reversal of one.
  private mutating func add(
    _ line: FolioEntry, by way: Way, isOfStay: Bool, _ currency: Currency
  ) throws {
    let known = sources.firstIndex { $0.way == way }
    var source = known.map { sources[$0] } ?? Source(way: way)
    source.left = try Balance.sum(
      [source.left, try Balance.negated(line.amountMinor, currency)], currency)
    guard line.stands else {
      if let known { sources[known] = source }
      return
    }
    source.isOfStay = source.isOfStay || isOfStay
    if let known { sources.remove(at: known) }
    sources.insert(source, at: 0)
  }

  /// Takes an amount out of some sources in order, as far as they go.
  ///
  /// - Returns: The amount taken.
  private mutating func take(_ amount: Int64, from isMeant: (Source) -> Bool) -> Int64 {
    var open = amount
    for index in sources.indices where isMeant(sources[index]) {
      let part = min(open, max(0, sources[index].left))
      sources[index].left -= part
      open -= part
    }
    return amount - open
  }

  /// The amount left that came by a method, in minor units.
  func left(by method: PaymentMethod) -> Int64 {
    sources.lazy.filter { $0.way.method == method }.map(\.left).reduce(0, +)
  }

  /// The amount left that came the way of a payment, in minor units.
  func left(by method: PaymentMethod, from line: FolioEntry) -> Int64 {
    sources.first { $0.way == Way(of: line, by: method) }?.left ?? 0
  }

  /// The parts in which an amount goes back the way it came, the last payment first.
  ///
  /// - Returns: Parts that add up to the amount, or to `total` if that is less.
  func parts(of amount: Int64) -> [Source] {
    var open = amount
    return sources.compactMap { source in
      var part = source
      part.left = min(open, source.left)
      open -= part.left
      return part.left > 0 ? part : nil
    }
  }
}
