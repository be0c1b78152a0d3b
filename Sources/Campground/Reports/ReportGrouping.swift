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

/// The row of a report that a night on a campsite belongs to.
struct ReportPlaces {
  /// The label of each campsite of the campground; nil for one that has none.
  var labels: [ManagedObjectID: String?] = [:]

  /// The months of the days of the period, if the rows are months, which hold all campsites.
  var months: [CalendarDate: String]?

  var isByMonth: Bool { months != nil }

  /// The label of a night, or of a business day, on a campsite; nil for none.
  func label(of site: ManagedObjectID?, on day: CalendarDate) -> String? {
    if let months { return months[day] ?? "\(CalendarMonth(of: day))" }
    return site.flatMap { labels[$0] } ?? nil
  }

  /// The label of a night of a stay, or of a business day, by the campsite on which it was spent.
  ///
  /// - Parameters:
  ///   - site: the present campsite of the stay.
  ///   - moved: the labels of nights spent elsewhere.
  func label(
    of spent: StayNight, _ site: ManagedObjectID?, on day: CalendarDate,
    _ moved: [StayNight: String?]
  ) -> String? {
    moved.isEmpty ? label(of: site, on: day) : moved[spent] ?? label(of: site, on: day)
  }
}

extension ReportService {
  /// The rows of a report on a campground.
  func places(
    of campground: Campground, by grouping: ReportGrouping, over period: ReportPeriod
  ) throws -> ReportPlaces {
    let keyPath = grouping.keyPath
    let labels: [ManagedObjectID: String?] = try rows(
      of: "CampSite", reading: ["objectID"] + (keyPath.map { [$0] } ?? []),
      where: "campground == %@", [campground]
    ).reduce(into: [:]) { labels, row in
      if let site = row.object("objectID") { labels[site] = .some(keyPath.flatMap(row.text)) }
    }
    return ReportPlaces(
      labels: labels, months: grouping == .month ? period.namesOfMonths : nil)
  }

  /// The labels of a report in order: the months of the period, or what was found, by
  /// name, none last.
  func labels(
    _ places: ReportPlaces, over period: ReportPeriod, found: some Sequence<String?>
  ) -> [String?] {
    places.isByMonth ? period.months.map(\.name) : Set(found).naturallySorted { $0 }
  }
}

extension ReportPeriod {
  /// The name of each day's month.
  var namesOfMonths: [CalendarDate: String] {
    months.reduce(into: [:]) { names, month in
      for day in month.period.days { names[day] = month.name }
    }
  }

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
