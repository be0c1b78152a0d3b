import ObjectGraph

/// What a command came to: what it made of things, and what they cost. By it the run of a command at
/// the save of a scratch pad is compared with what was shown.
struct CommandOutcome {
  /// What something is about.
  enum Subject: Hashable {
    /// What goes by a code.
    case coded(letter: String, Int64)
    /// The bill of what goes by a code.
    case bill(Int64)
    /// What goes by a name: `camper Ada`.
    case named(String)
  }

  /// A property, before and after.
  private struct Step {
    let before: String?
    let after: String?
  }

  private struct Property: Hashable {
    let subject: Subject
    let name: String
  }

  /// Whether nothing was written.
  var isEmpty = true

  /// The numbers of new objects by letter, in the order in which they were made.
  var created: [String: [Int64]] = [:]

  /// The currency of the campground; nil where no amount was written.
  var currency: Currency?

  private var charges: [Subject: Int64] = [:]
  private var results: [Property: String?] = [:]
  private var steps: [Property: Step] = [:]

  // MARK: Noting

  /// Notes what a stay costs, and the terms that were agreed for it; nil where none were agreed now.
  mutating func note(_ stay: Reservation, terms: String?) {
    let total = stay.total.map { "\($0)" }
    results.updateValue(total, forKey: Property(subject: Subject(stay), name: Self.cost))
    if let terms { results[Property(subject: Subject(stay), name: "terms")] = terms }
  }

  /// Notes whether new reservations get a policy.
  mutating func note(_ policy: CancellationPolicy) {
    let property = Property(subject: Subject(policy), name: "isDefault")
    results[property] = policy.isDefault ? "yes" : "no"
  }

  /// Notes what was written on a bill, and for which day.
  mutating func note(_ line: FolioEntry) {
    let bill = Subject.bill(of: line)
    let (sum, _) = charges[bill, default: 0].addingReportingOverflow(line.amountMinor)
    charges[bill] = sum
    let amount = Money(minorUnits: sum, line.folio?.campground?.currency ?? .usd)
    results[Property(subject: bill, name: Self.cost)] = "\(amount)"
    let day = Property(subject: bill, name: "day")
    results[day] = max(results[day].flatMap { $0 } ?? "", "\(line.date)")
  }

  /// The name under which is kept what something costs.
  private static let cost = "cost"

  /// Notes a property that was changed.
  ///
  /// Of a stay only what was written down of it counts: its nights and prices follow the rules, which
  /// each run asks.
  mutating func note(_ difference: AuditDifference, of object: ManagedObject) {
    guard !(object is Reservation) || Self.written.contains(difference.property) else { return }
    let property = Property(subject: Subject(object), name: difference.property)
    steps[property] = Step(
      before: steps[property].map(\.before) ?? difference.before, after: difference.after)
  }

  /// What people write down of a stay.
  private static let written: Set = [
    "status", "dateFrom", "dateTo", "siteClass", "camper", "note", "reason", "expectedAt",
    "isGuaranteed", "party.adults", "party.children", "party.pets", "party.vehicles",
  ]

  // MARK: Comparing

  /// What this run came to other than the one that was shown; nil where both came to the same.
  ///
  /// What only one of the two ran into is left to the rules, such as a stay that somebody else added
  /// and that a night audit charges, too. A count that both changed by as much is the same.
  ///
  /// - Parameter numbers: what the store gave for placeholders, by letter.
  func difference(
    from shown: CommandOutcome, numbers: [String: [Int64: Int64]]
  ) -> MeanwhileChange? {
    func renumbered(_ property: Property) -> Property {
      Property(subject: property.subject.renumbered(numbers), name: property.name)
    }
    func change(_ property: Property, _ shown: String?, _ now: String?) -> MeanwhileChange {
      MeanwhileChange(
        label: property.subject.label, property: property.name == Self.cost ? nil : property.name,
        shown: shown, now: now)
    }
    var changes: [MeanwhileChange] = []
    for (letter, made) in shown.created where made.count != created[letter]?.count {
      changes.append(
        MeanwhileChange(
          label: "what gets a code \(letter)-", property: nil, shown: "\(made.count) new",
          now: "\(created[letter]?.count ?? 0) new"))
    }
    for (property, result) in shown.results {
      guard let now = results[renumbered(property)], now != result else { continue }
      changes.append(change(property, result, now))
    }
    for (property, step) in shown.steps {
      guard let now = steps[renumbered(property)], now.before != step.before,
        !Self.areAlike(now, step)
      else { continue }
      changes.append(change(property, step.before, now.before))
    }
    // Of what was edited, what only now is another value than it was given.
    let edited = Set(shown.steps.keys.map { renumbered($0).subject })
    let known = Set(shown.steps.keys.map(renumbered))
    for (property, step) in steps where edited.contains(property.subject) {
      if !known.contains(property) { changes.append(change(property, step.after, step.before)) }
    }
    return changes.min { $0.key < $1.key }
  }

  /// Whether both runs counted up or down by as much.
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
    if let numbered = object as? any Numbered {
      self = .coded(letter: type(of: numbered).letter, numbered.number)
    } else {
      self = .named(ObjectLabel.phrase(for: object))
    }
  }

  /// The bill that a line is written on.
  static func bill(of line: FolioEntry) -> Self {
    if let stay = line.reservation { return .bill(stay.number) }
    return .named(line.folio?.group.map { "the bill of \($0.name)" } ?? "the bill")
  }

  /// The same with the numbers of the store for placeholders.
  fileprivate func renumbered(_ numbers: [String: [Int64: Int64]]) -> Self {
    switch self {
    case .coded(let letter, let number):
      .coded(letter: letter, numbers[letter]?[number] ?? number)
    case .bill(let number): .bill(numbers[Reservation.letter]?[number] ?? number)
    case .named: self
    }
  }

  fileprivate var label: String {
    switch self {
    case .coded(let letter, let number): PlaceholderNumbers.code(letter, number)
    case .bill(let number): "the bill of \(PlaceholderNumbers.code(Reservation.letter, number))"
    case .named(let name): name
    }
  }
}
