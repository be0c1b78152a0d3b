import Foundation

/// What a guest is given to take along: the confirmation of a stay or of a whole group, or the
/// receipt of what was charged and paid.
///
///     print(try folios.confirmation(of: reservation).text)
///     print(try folios.receipt(of: reservations.group("Scout troop 7")).text)
///     try folios.receipt(of: reservation).html.write(to: file, atomically: true, encoding: .utf8)
///
/// A sum that is printed is the sum of the lines that are printed above it.
public struct StayPaper: Hashable, Sendable {
  /// A line with an amount.
  public struct Row: Hashable, Sendable {
    /// The business day; nil for a sum.
    public let day: CalendarDate?
    /// The words.
    public let text: String
    /// The amount.
    public let amount: Money

    init(_ day: CalendarDate? = nil, _ text: String, _ amount: Money) {
      self.day = day
      self.text = text
      self.amount = amount
    }
  }

  /// Something to know, with its name.
  public struct Fact: Hashable, Sendable {
    /// What it is.
    public let name: String
    /// What is known, a line of text for each piece.
    public let values: [String]

    init(_ name: String, _ values: String?...) {
      self.init(name, values: values.compactMap { $0 })
    }

    init(_ name: String, values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// Lines under a heading, with the sums that follow them.
  public struct Section: Hashable, Sendable {
    /// What the lines are: agreed, kept, charged, paid.
    public let title: String
    /// Which stay they are about, a line of text for each piece; empty on a paper about one.
    public let about: [String]
    /// The lines in their order.
    public let lines: [Row]
    /// The sums, the first of which is that of the lines.
    public let sums: [Row]

    init(title: String, about: [String] = [], lines: [Row], sums: [Row]) {
      self.title = title
      self.about = about
      self.lines = lines
      self.sums = sums
    }

    /// Whether there is nothing to print: about a stay of its own it is said that there is no line.
    var isEmpty: Bool { lines.isEmpty && about.isEmpty }
  }

  /// The name of the campground.
  public let campground: String

  /// Where the campground is and how it is reached, a line of text for each piece.
  public let letterhead: [String]

  /// What it is, `Confirmation R-1`.
  public let title: String

  /// Who, where and when.
  public let facts: [Fact]

  /// What was agreed, or charged and paid.
  public let sections: [Section]

  /// What it comes to.
  public let closing: [Row]

  /// What else there is to know, a paragraph each.
  public let notes: [String]

  /// How its dates are written, which are as `2026-07-01` in all of these texts.
  let dates: PaperDates

  init(
    at campground: Campground?, title: String, facts: [Fact], sections: [Section],
    closing: [Row], notes: [String]
  ) {
    self.campground = campground?.name ?? ""
    dates = PaperDates(campground?.locale ?? Locale(identifier: "en_US"))
    letterhead = campground?.letterhead ?? []
    self.title = title
    self.facts = facts
    self.sections = sections
    self.closing = closing
    self.notes = notes
  }
}
