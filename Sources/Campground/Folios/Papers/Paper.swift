import Foundation

/// A paper for the guest: a confirmation, an invoice, a receipt, a statement, a registration card or
/// a gate tag.
///
///     print(try folios.confirmation(of: reservation).text)
///     print(try folios.receipt(of: reservations.group("Scout troop 7")).text)
///     try folios.receipt(of: reservation).html.write(to: file, atomically: true, encoding: .utf8)
///
/// Every printed sum is the sum of the lines printed above it.
public struct Paper: Hashable, Sendable {
  /// A line with an amount.
  public struct Row: Hashable, Sendable {
    /// The business day; nil for a sum.
    public let day: CalendarDate?
    /// The text of the row.
    public let text: String
    /// The amount.
    public let amount: Money

    init(_ day: CalendarDate? = nil, _ text: String, _ amount: Money) {
      self.day = day
      self.text = text
      self.amount = amount
    }
  }

  /// A labeled piece of information.
  public struct Fact: Hashable, Sendable {
    /// The label.
    public let name: String
    /// The values, one line each.
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
    /// The heading of the lines: agreed, kept, charged, paid.
    public let title: String
    /// The stay that the section covers, one line each; empty on a paper for a single stay.
    public internal(set) var about: [String] = []
    /// The lines in order.
    public let lines: [Row]
    /// The sums; the first one is the sum of the lines.
    public let sums: [Row]

    /// Whether there is nothing to print. The section of one stay among several is printed even
    /// without lines.
    var isEmpty: Bool { lines.isEmpty && about.isEmpty }
  }

  /// The picture at the head of a page.
  public struct Logo: Hashable, Sendable {
    /// The bytes of its file.
    public let picture: Data

    /// Its format.
    public let format: PictureHeader.Format

    /// Nil for bytes that are not a picture.
    init?(_ picture: Data) {
      guard let header = PictureHeader(picture) else { return nil }
      (self.picture, format) = (picture, header.format)
    }

    /// The media type: `image/png`.
    var mediaType: String { "image/\(format.rawValue)" }

    /// The picture as part of the page itself.
    var source: String { "data:\(mediaType);base64,\(picture.base64EncodedString())" }
  }

  /// The name of the campground.
  public let campground: String

  /// The address and contact details of the campground, one line each.
  public let letterhead: [String]

  /// The logo; nil for none.
  public let logo: Logo?

  /// The title, `Confirmation R-1`.
  public let title: String

  /// What is printed large, one line each; empty on most papers.
  public let headline: [String]

  /// Who, where and when.
  public let facts: [Fact]

  /// The agreed lines, or charges and payments.
  public let sections: [Section]

  /// The totals.
  public let closing: [Row]

  /// Notes, one paragraph each.
  public let notes: [String]

  /// The labels of the lines that people fill in by hand, such as a signature.
  public let blanks: [String]

  /// The form in which dates are printed; all texts here contain them as `2026-07-01`.
  let dates: PaperDates

  init(
    at campground: Campground?, title: String, headline: [String] = [], facts: [Fact],
    sections: [Section] = [], closing: [Row] = [], notes: [String] = [], blanks: [String] = []
  ) {
    self.campground = campground?.name ?? ""
    logo = campground?.logo.flatMap { Logo($0.picture) }
    self.headline = headline
    self.blanks = blanks
    dates = PaperDates(campground?.locale ?? Locale(identifier: "en_US"))
    letterhead = campground?.letterhead ?? []
    self.title = title
    self.facts = facts
    self.sections = sections
    self.closing = closing
    self.notes = notes
  }
}
