import ObjectGraph

/// The outcome of a command: what it did and what it cost. When a scratch pad is saved, the outcome
/// of each command is compared with the one that was shown.
public struct CommandOutcome: Sendable, Hashable, Codable {
  /// What a property belongs to.
  enum Subject: Hashable, Codable {
    /// An object with a code.
    case coded(letter: String, Int64)
    /// The bill of an object with a code.
    case bill(Int64)
    /// An object with a name: `camper Ada`.
    case named(String)
  }

  /// The value of a property before and after.
  private struct Step: Hashable, Codable {
    let before: String?
    let after: String?
  }

  private struct Property: Hashable, Codable {
    let subject: Subject
    let name: String
  }

  /// Whether nothing was written.
  var isEmpty = true

  /// The numbers of new objects by letter, in the order in which they were made.
  var created: [String: [Int64]] = [:]

  /// The currency of the campground; nil where no amount was written.
  var currency: Currency?

  /// Makes the outcome of a command that has written nothing yet.
  public init() {}

  private var sums: [Property: Int64] = [:]
  private var results: [Property: String?] = [:]
  private var steps: [Property: Step] = [:]

  // MARK: Recording

  /// Records the price and deposit of a stay, and its terms if they were agreed now.
  mutating func note(_ stay: Reservation, terms: String?, isNew: Bool) {
    let subject = Subject(stay)
    note("\(stay.price)", Self.cost, of: subject)
    let currency = stay.campground?.currency ?? .usd
    note(
      stay.depositMinor.map { "\(Money(minorUnits: $0, currency))" }, "deposit", of: subject)
    if let terms { note(terms, "terms", of: subject) }
    if isNew { note(stay.camper?.fullName, "camper", of: subject) }
  }

  private mutating func note(_ result: String?, _ name: String, of subject: Subject) {
    results.updateValue(result, forKey: Property(subject: subject, name: name))
  }

  /// Records the code that a voucher was given.
  mutating func note(_ voucher: Voucher) {
    note(voucher.code, "code", of: .named("voucher"))
  }

  /// Records whether a policy is the default for new reservations.
  mutating func note(_ policy: CancellationPolicy) {
    note(policy.isDefault ? "yes" : "no", "isDefault", of: Subject(policy))
  }

  /// Records what was charged and paid on a bill, how, and for which day.
  mutating func note(_ line: FolioEntry) {
    let bill = Subject.bill(of: line)
    let name = line.isPayment ? "paid" : Self.cost
    let key = Property(subject: bill, name: name)
    let (sum, _) = sums[key, default: 0].addingReportingOverflow(line.amountMinor)
    sums[key] = sum
    note("\(Money(minorUnits: sum, line.folio?.campground?.currency ?? .usd))", name, of: bill)
    let day = Property(subject: bill, name: "day")
    results[day] = max(results[day].flatMap { $0 } ?? "", "\(line.date)")
    if let method = line.method {
      let known = results[Property(subject: bill, name: "method")].flatMap { $0 }
      note([known, method.rawValue].compactMap { $0 }.joined(separator: ", "), "method", of: bill)
    }
  }

  /// The name under which prices are recorded.
  private static let cost = "cost"

  /// Records a changed property.
  ///
  /// For a stay, only properties that people enter count; its nights and prices follow from the
  /// rules, which each run applies.
  mutating func note(_ difference: AuditDifference, of object: ManagedObject) {
    if let stay = object as? Reservation {
      let isChosen = difference.property == "campSite" && stay.siteClass == nil
      guard isChosen || Self.written.contains(difference.property) else { return }
    }
    let property = Property(subject: Subject(object), name: difference.property)
    steps[property] = Step(
      before: steps[property].map(\.before) ?? difference.before, after: difference.after)
  }

  /// The properties of a stay that people enter.
  private static let written: Set = [
    "status", "dateFrom", "dateTo", "siteClass", "camper", "note", "expectedAt",
    "isGuaranteed", "priceMinor", "discount", "policy", "party.adults", "party.children",
    "party.pets", "party.vehicles",
  ]

  /// Records the properties of a deleted object.
  mutating func note(deleted label: String, _ properties: [AuditDifference]) {
    note("yes", "deleted", of: .named(label))
    for property in properties {
      steps[Property(subject: .named(label), name: property.property)] = Step(
        before: property.before, after: nil)
    }
  }

  // MARK: Comparing

  /// How this run differs from the one that was shown; nil where their outcomes are equal.
  ///
  /// Counts that changed by the same amount are equal.
  ///
  /// - Parameter numbers: the numbers that the store assigned to placeholders, by letter.
  func difference(
    from shown: CommandOutcome, numbers: [String: [Int64: Int64]] = [:]
  ) -> MeanwhileChange? {
    let shown = shown.renumbered(numbers)
    var changes: [MeanwhileChange] = []
    func note(_ property: Property, _ shown: String?, _ now: String?) {
      // With the codes that were shown.
      let label = property.subject.label(numbers)
      changes.append(
        MeanwhileChange(
          label: label, property: property.name == Self.cost ? nil : property.name, shown: shown,
          now: now))
    }
    for property in Set(shown.results.keys).union(results.keys) {
      let (then, now) = (shown.results[property] ?? nil, results[property] ?? nil)
      if then != now { note(property, then, now) }
    }
    for (property, step) in shown.steps {
      guard let now = steps[property], now.before != step.before, !Self.areAlike(now, step)
      else { continue }
      note(property, step.before, now.before)
    }
    // For edited objects, a property changed only in this run now had another value before.
    let edited = Set(shown.steps.keys.map(\.subject))
    for (property, step) in steps
    where shown.steps[property] == nil && edited.contains(property.subject) {
      note(property, step.after, step.before)
    }
    return changes.min { $0.key < $1.key }
  }

  /// The same outcome, with the numbers of the store in place of placeholders.
  private func renumbered(_ numbers: [String: [Int64: Int64]]) -> CommandOutcome {
    guard !numbers.isEmpty else { return self }
    func renumbered(_ property: Property) -> Property {
      Property(subject: property.subject.renumbered(numbers), name: property.name)
    }
    var copy = self
    copy.results = Dictionary(
      results.map { (renumbered($0), $1) }, uniquingKeysWith: { first, _ in first })
    copy.steps = Dictionary(
      steps.map { (renumbered($0), $1) }, uniquingKeysWith: { first, _ in first })
    return copy
  }

  /// Whether both runs changed a count by the same amount.
  private static func areAlike(_ one: Step, _ other: Step) -> Bool {
    func change(_ step: Step) -> Int64? {
      guard let before = step.before.flatMap({ Int64($0) }),
        let after = step.after.flatMap({ Int64($0) })
      else { return nil }
      return after.subtractingReportingOverflow(before).partialValue
    }
    guard let one = change(one), let other = change(other) else { return false }
    return one == other
  }
}

extension CommandOutcome.Subject {
  init(_ object: ManagedObject) {
    if let numbered = object as? Numbered {
      self = .coded(letter: type(of: numbered).letter, numbered.number)
    } else {
      self = .named(ObjectLabel.phrase(for: object))
    }
  }

  /// The bill of a line.
  static func bill(of line: FolioEntry) -> Self {
    if let stay = line.reservation { return .bill(stay.number) }
    return .named(line.folio?.group.map { "the bill of \($0.name)" } ?? "the bill")
  }

  /// The same subject, with the numbers of the store in place of placeholders.
  fileprivate func renumbered(_ numbers: [String: [Int64: Int64]]) -> Self {
    switch self {
    case .coded(let letter, let number):
      .coded(letter: letter, numbers[letter]?[number] ?? number)
    case .bill(let number): .bill(numbers[Reservation.letter]?[number] ?? number)
    case .named: self
    }
  }

  /// What people call the subject.
  ///
  /// - Parameter numbers: the numbers of the store by the placeholders that were shown.
  fileprivate func label(_ numbers: [String: [Int64: Int64]]) -> String {
    func shown(_ letter: String, _ number: Int64) -> String {
      let placeholder = numbers[letter]?.first { $0.value == number }?.key
      return PlaceholderNumbers.code(letter, placeholder ?? number)
    }
    return switch self {
    case .coded(let letter, let number): shown(letter, number)
    case .bill(let number): "the bill of \(shown(Reservation.letter, number))"
    case .named(let name): name
    }
  }
}
