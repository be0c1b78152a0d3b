import ObjectGraph

/// Which sales are meant; what is nil is not asked for.
public struct SaleFilter {
  /// The first business day.
  public var from: CalendarDate?
  /// The last business day, which is included.
  public var through: CalendarDate?
  /// The employee.
  public var employee: Employee?
  /// The department that the employee was in at the time.
  public var department: String?
  /// The item.
  public var item: Item?

  /// Makes a filter.
  public init(
    from: CalendarDate? = nil, through: CalendarDate? = nil, employee: Employee? = nil,
    department: String? = nil, item: Item? = nil
  ) {
    self.from = from
    self.through = through
    self.employee = employee
    self.department = department
    self.item = item
  }

  /// The sales at a campground that are meant.
  ///
  /// - Throws: `CampgroundError.datesInReverse`.
  func predicate(at campground: Campground) throws -> FetchPredicate {
    if let from, let through, through < from {
      throw CampgroundError.datesInReverse(from: from, through: through)
    }
    let conditions = [
      try FetchPredicate(format: "campground == %@", campground),
      try from.map { try FetchPredicate(format: "day >= %@", $0.midnightUTC) },
      try through.map { try FetchPredicate(format: "day <= %@", $0.midnightUTC) },
      try employee.map { try FetchPredicate(format: "employee == %@", $0) },
      try department.map { try FetchPredicate(format: "department == %@", $0) },
      try item.map { try FetchPredicate(format: "item == %@", $0) },
    ]
    return CompoundPredicate(andPredicateWithSubpredicates: conditions.compactMap { $0 })
  }
}

/// What sales are added up by.
public enum SaleGrouping: String, Sendable, Hashable, CaseIterable {
  /// The business day.
  case day
  /// The employee; sales without one are together.
  case employee
  /// The department the employee was in at the time; sales without one are together.
  case department
  /// What was sold, by the name it had then.
  case item

  var keyPath: String {
    switch self {
    case .day: "day"
    case .employee: "employee.name"
    case .department: "department"
    case .item: "text"
    }
  }
}

/// Sales that have something in common, added up.
public struct SaleTotal: Hashable, Sendable {
  /// What they have in common; nil for sales that have none of it, and for the total of all.
  public let label: String?
  /// The number of sales less those that were reversed.
  public let saleCount: Int
  /// The number of pieces, less those reversed.
  public let quantity: Int
  /// What they came to before tax, less what was reversed.
  public let amount: Money
}
