import ObjectGraph

/// What a report of nights and revenue has rows for.
public enum ReportGrouping: String, Sendable, Hashable, CaseIterable {
  /// The types of campsites.
  case type
  /// The classes of campsites.
  case siteClass = "class"
  /// Each campsite.
  case site
  /// The loops.
  case loop
  /// The months of the period.
  case month

  /// The key path of a campsite's label; nil for months.
  fileprivate var keyPath: String? {
    switch self {
    case .type: "type"
    case .siteClass: "siteClass.name"
    case .site: "name"
    case .loop: "loop"
    case .month: nil
    }
  }
}

/// The row of each campsite in a report; nil for campsites that have none of their own.
typealias SiteLabels = [ManagedObjectID: String?]

extension ReportService {
  /// The labels of the campsites; by months, all have the same one.
  func labels(of campground: Campground, by grouping: ReportGrouping) throws -> SiteLabels {
    let keyPath = grouping.keyPath
    return try rows(
      of: "CampSite", reading: ["objectID"] + (keyPath.map { [$0] } ?? []),
      where: "campground == %@", [campground]
    ).reduce(into: [:]) { labels, row in
      if let site = row.object("objectID") { labels[site] = .some(keyPath.flatMap(row.text)) }
    }
  }

  /// Whether one label sorts before another: alphabetically, numbers by their value, none last.
  static func comesBefore(_ label: String?, _ other: String?) -> Bool {
    guard let label else { return false }
    return other.map { label.compare($0, options: .numeric) == .orderedAscending } ?? true
  }
}

extension ReportPeriod {
  /// The months of the period, each with the part that is in it.
  var months: [(name: String, period: ReportPeriod)] {
    var (months, day): ([(String, ReportPeriod)], CalendarDate) = ([], first)
    while day <= last {
      let month = CalendarMonth(of: day)
      let end = min(last, month.days.upperBound.advanced(by: -1))
      if let part = try? ReportPeriod(from: day, through: end) { months.append(("\(month)", part)) }
      day = end.advanced(by: 1)
    }
    return months
  }
}
