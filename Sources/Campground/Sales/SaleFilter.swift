import ObjectGraph

/// Criteria for sales; nil matches all.
public struct SaleFilter {
  /// The first business day.
  public var from: CalendarDate?
  /// The last business day, which is included.
  public var through: CalendarDate?
  /// The employee.
  public var employee: Employee?
  /// The employee's department at the time.
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

  /// The matching sales at a campground; where there is none, there are no sales either.
  ///
  /// - Throws: `CampgroundError.invalidValue` for dates in reverse order.
  func predicate(at campground: Campground?) throws -> FetchPredicate {
    if let from, let through, through < from {
      throw CampgroundError.datesInReverse(from: from, through: through)
    }
    return try .all([
      "campground == %@": campground, "day >= %@": from?.midnightUTC,
      "day <= %@": through?.midnightUTC, "employee == %@": employee,
      "department == %@": department, "item == %@": item,
    ])
  }
}

/// What to group sales by.
public enum SaleGrouping: String, Sendable, Hashable, CaseIterable {
  /// The business day.
  case day
  /// The employee; sales without one form one group.
  case employee
  /// The employee's department at the time; sales without one form one group.
  case department
  /// What was sold, by its name at the time.
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

/// The total of a group of sales.
public struct SaleTotal: Hashable, Sendable {
  /// The common value of the group; nil for sales without one, and for the overall total.
  public let label: String?
  /// The number of sales, less reversed ones.
  public let saleCount: Int
  /// The number of pieces, less reversed ones.
  public let quantity: Int
  /// The total before tax, less reversals.
  public let amount: Money
}
