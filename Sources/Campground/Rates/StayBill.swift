import ObjectGraph

/// Collects the lines of what a stay costs, which has one part a campsite.
struct StayBill {
  /// A line with the night that it belongs to and the rules that it is charged by.
  struct Item {
    var line: QuoteLine
    let place: Int
    let rules: Int
  }

  let parts: [PricedStay]
  let list: PriceList
  let nights: [CalendarDate]
  /// The places of each part's nights.
  let spans: [Range<Int>]
  /// The rules of the booking, and behind them other ones by which nights are charged.
  let ruleSets: [ChargeRules]
  /// The part of each night.
  let partPlaces: [Int]
  /// The rules of each night.
  let rulePlaces: [Int]
  /// The type of campsite that each night is charged for.
  let siteTypes: [String?]
  /// How many of the first nights are past: their lines stay as they are.
  let pastCount: Int
  /// How many nights the stay had when it was agreed last; none of a new one.
  let formerCount: Int
  /// Whether each part has a price for all of its nights; the others are left out.
  private var isPriced: [Bool] = []
  var items: [Item] = []

  /// Begins the bill of a stay of one or more parts, each of which begins
  /// when the one before it ends.
  init(of parts: [PricedStay], at list: PriceList) {
    self.parts = parts
    self.list = list
    var spans: [Range<Int>] = []
    var ruleSets = parts.prefix(1).map { $0.kept?.terms.booked ?? list.rules(for: $0) }
    var nights: [CalendarDate] = []
    var partPlaces: [Int] = []
    var rulePlaces: [Int] = []
    var siteTypes: [String?] = []
    var pastCount = 0
    for (index, part) in parts.enumerated() {
      let present = list.rules(for: part)
      spans.append(nights.count..<nights.count + part.dates.nightCount)
      for night in part.dates.nights {
        let rules = part.agreedRules(for: night) ?? present
        rulePlaces.append(ruleSets.firstIndex(of: rules) ?? ruleSets.count)
        if rulePlaces.last == ruleSets.count { ruleSets.append(rules) }
        partPlaces.append(index)
        siteTypes.append(part.siteType(on: night))
        nights.append(night)
        if let firstOpen = part.kept?.firstOpenNight, night < firstOpen { pastCount = nights.count }
      }
    }
    self.spans = spans
    self.ruleSets = ruleSets
    self.nights = nights
    self.partPlaces = partPlaces
    self.rulePlaces = rulePlaces
    self.siteTypes = siteTypes
    self.pastCount = pastCount
    formerCount =
      parts.lazy.compactMap(\.kept).reduce(into: Set()) { nights, kept in
        nights.formUnion(kept.formerNights)
      }.count
  }

  /// The lines by day, then by kind, then by their words.
  var sortedLines: [QuoteLine] {
    items.enumerated().sorted { left, right in
      let (first, second) = (left.element.line, right.element.line)
      if first.day != second.day { return first.day < second.day }
      return (Self.place(of: first.kind), first.text, left.offset)
        < (Self.place(of: second.kind), second.text, right.offset)
    }.map(\.element.line)
  }

  private static func place(of kind: ChargeKind) -> Int {
    switch kind {
    case .lodging: 0
    case .discount: 1
    case .tax: 3
    default: 2
    }
  }

  /// The place for what is made up for: the first night to come, or the last one where none is.
  var placeToCome: Int {
    nights.indices.dropFirst(pastCount).first(where: isPriced)
      ?? nights.indices.last(where: isPriced) ?? nights.count - 1
  }

  /// Adds a line; by default it is charged by the rules of its night.
  mutating func add(
    _ amountMinor: Int64, at place: Int, _ kind: ChargeKind, _ text: String, taxGroup: String?,
    isRefundable: Bool = true, rules: Int? = nil, period: RatePeriod? = nil,
    source: ChargeSource? = nil
  ) {
    let line = QuoteLine(
      day: nights[place], kind: kind, text: text, amountMinor: amountMinor,
      currency: list.currency, taxGroup: taxGroup, isRefundable: isRefundable,
      period: period, source: source)
    items.append(Item(line: line, place: place, rules: rules ?? rulePlaces[place]))
  }

  /// Adds the lines that were agreed for some nights as they are.
  mutating func addAgreed(_ kind: ChargeKind, where isKept: (Int) -> Bool) {
    for (index, (part, span)) in zip(parts, spans).enumerated() where isPriced[index] {
      guard let kept = part.kept else { continue }
      for line in kept.lines where line.kind == kind && part.dates.contains(night: line.day) {
        let place = span.lowerBound + part.dates.arrival.distance(to: line.day)
        guard isKept(place) else { continue }
        let isOfNight = kind == .discount || (line.source.map { $0.manner != .once } ?? false)
        items.append(Item(line: line, place: place, rules: isOfNight ? rulePlaces[place] : 0))
      }
    }
  }

  // MARK: Nights

  /// Adds the nights; false when one has no price.
  mutating func addNights() throws(MinorUnits.Overflow) -> Bool {
    var pricing = NightPricing(parts, at: list)
    let priced = try pricing.result()
    for span in spans {
      let found = priced[span].compactMap { $0 }
      isPriced.append(found.count == span.count)
      guard found.count == span.count else { continue }
      for (place, night) in zip(span, found) {
        add(
          night.amountMinor, at: place, .lodging, night.text, taxGroup: QuoteLine.lodgingGroup,
          period: night.period)
      }
    }
    return isPriced.allSatisfy { $0 }
  }

  /// Whether the night at a place belongs to a part that has a price.
  func isPriced(_ place: Int) -> Bool { isPriced[partPlaces[place]] }

  /// Whether a fee or a tax is for the night at a place.
  func isFor(_ place: Int, _ scope: ChargeScope) -> Bool {
    scope.covers(nights[place], on: siteTypes[place])
  }

  /// Whether the night at a place keeps its price, and its discounts with it.
  func isPriceKept(_ place: Int) -> Bool {
    let part = parts[partPlaces[place]]
    return part.kept != nil && part.agreed[nights[place]] != nil
  }

  // MARK: Deposit

  /// What is to be paid when the stay is booked; nil where no rule fits.
  func deposit() throws(MinorUnits.Overflow) -> Int64? {
    guard let first = parts.first,
      let rule = list.deposits.first(where: { $0.fits(first, ofNights: nights.count) })
    else { return nil }
    let total = try MinorUnits.sum(of: items.lazy.map(\.line.amountMinor))
    let asked: Int64
    if let percentage = rule.percentage {
      asked = try percentage.of(total)
    } else if let count = rule.nights {
      let end = first.dates.arrival.advanced(by: count)
      asked = try MinorUnits.sum(
        of: items.lazy.map(\.line).filter { $0.isPriceOfNight && $0.day < end }.map(\.amountMinor))
    } else {
      asked = rule.amountMinor ?? 0
    }
    return min(max(asked, 0), max(total, 0))
  }
}
