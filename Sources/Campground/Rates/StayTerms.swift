import Foundation

/// The terms of a stay: the rules by which it is charged beside the prices of its nights, as they
/// were when each of the nights was agreed.
struct StayTerms: Hashable, Sendable {
  /// The terms of a night.
  struct Night: Hashable, Sendable {
    var rules: ChargeRules
    /// The word of the type of the campsite that it was agreed for; nil where it has none.
    var siteType: String?
  }

  /// The rules that were in force when the stay was booked: what is charged
  /// once is charged by them.
  var booked: ChargeRules

  private var nights: [CalendarDate: Night]

  /// Makes terms.
  ///
  /// - Parameter nights: the terms of each night that was agreed.
  init(booked: ChargeRules, nights: [CalendarDate: Night]) {
    self.booked = booked
    self.nights = nights
  }

  /// The nights that were agreed.
  var days: Set<CalendarDate> { Set(nights.keys) }

  /// The terms of a night; nil for one that was not agreed.
  subscript(night: CalendarDate) -> Night? { nights[night] }

  /// The terms when the nights from one on are spent on a campsite of another type.
  func moved(
    toType siteType: String?, from first: CalendarDate, _ dates: StayDates
  ) -> StayTerms {
    var copy = self
    for night in nights.keys where night >= first && dates.contains(night: night) {
      copy.nights[night]?.siteType = siteType
    }
    return copy
  }

  /// The terms without those of some nights, which are agreed anew.
  func keeping(_ isKept: (CalendarDate) -> Bool) -> StayTerms {
    StayTerms(booked: booked, nights: nights.filter { isKept($0.key) })
  }
}

extension StayTerms {
  /// The terms of a stay that goes on with another one's nights.
  func joined(with other: StayTerms) -> StayTerms {
    StayTerms(booked: booked, nights: nights.merging(other.nights) { own, _ in own })
  }

  /// The terms with other rules for some of the nights.
  func changing(
    _ some: Set<CalendarDate>, _ change: (inout ChargeRules) -> Void
  ) -> StayTerms {
    var copy = self
    for night in some {
      guard var rules = nights[night]?.rules else { continue }
      change(&rules)
      copy.nights[night]?.rules = rules
    }
    return copy
  }
}

// MARK: - In the store

extension StayTerms {
  /// Nights in a row that have the same terms; without rules for those of the booking.
  private struct Span: Codable {
    var first: Int32
    var count: Int32
    var rules: ChargeRules?
    var siteType: String?
  }

  private struct Record: Codable {
    var booked: ChargeRules
    var spans: [Span]
  }

  /// The text that the store keeps; nil for terms without a rule.
  ///
  /// - Throws: what the encoder throws, which values of this type give no reason for.
  func text() throws -> String? {
    guard !booked.isEmpty || nights.values.contains(where: { !$0.rules.isEmpty }) else {
      return nil
    }
    var spans: [Span] = []
    for (night, terms) in nights.sorted(by: { $0.key < $1.key }) {
      let rules = terms.rules == booked ? nil : terms.rules
      if let last = spans.last, last.first + last.count == night.dayNumber, last.rules == rules,
        last.siteType == terms.siteType
      {
        spans[spans.count - 1].count += 1
      } else {
        spans.append(
          Span(first: night.dayNumber, count: 1, rules: rules, siteType: terms.siteType))
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(
      decoding: try encoder.encode(Record(booked: booked, spans: spans)), as: UTF8.self)
  }

  /// Reads what the store keeps.
  ///
  /// - Throws: what the decoder throws for the text of a damaged store.
  init(text: String) throws {
    let record = try JSONDecoder().decode(Record.self, from: Data(text.utf8))
    var nights: [CalendarDate: Night] = [:]
    for span in record.spans {
      let terms = Night(rules: span.rules ?? record.booked, siteType: span.siteType)
      for offset in 0..<max(0, min(span.count, 10_000)) {
        nights[CalendarDate(dayNumber: span.first &+ offset)] = terms
      }
    }
    self.init(booked: record.booked, nights: nights)
  }
}
