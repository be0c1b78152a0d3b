import ObjectGraph

/// The properties of an employee other than the name.
public struct EmployeePlan {
  /// The department; nil for none.
  public var department: String?
  /// The first day at work.
  public var firstDay: CalendarDate?
  /// The remaining vacation days, from 0 to 366.
  public var vacationDays: Int
  /// The e-mail address.
  public var email: String?
  /// The phone number.
  public var phone: String?
  /// The postal address, on one line.
  public var address: String?
  /// Free notes, of any number of lines.
  public var about: String?
  /// Whether the employee currently works here.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    department: String? = nil, firstDay: CalendarDate? = nil, vacationDays: Int = 0,
    email: String? = nil, phone: String? = nil, address: String? = nil, about: String? = nil,
    isActive: Bool = true
  ) {
    self.department = department
    self.firstDay = firstDay
    self.vacationDays = vacationDays
    self.email = email
    self.phone = phone
    self.address = address
    self.about = about
    self.isActive = isActive
  }
}

extension Employee: PlannedRule {
  /// The present properties.
  public var plan: EmployeePlan {
    EmployeePlan(
      department: department, firstDay: firstDay,
      vacationDays: Int(vacationDays), email: email, phone: phone,
      address: address, about: about, isActive: isActive)
  }

  /// The allowed numbers of vacation days.
  static let possibleVacationDays = 0...366

  /// The most characters of the notes about an employee.
  static let longestAbout = 10_000

  /// Applies a plan.
  ///
  /// - Throws: `CampgroundError.outOfRange`, and `.invalidValue` for a text that is too long or not
  ///   one line.
  public func take(_ plan: EmployeePlan, in context: ManagedObjectContext) throws {
    department = try NameRule.line(plan.department, of: "department")
    firstDay = plan.firstDay
    vacationDays =
      try RuleCheck.number(plan.vacationDays, "vacation days", Self.possibleVacationDays) ?? 0
    email = try NameRule.line(plan.email, of: "e-mail address")
    phone = try NameRule.line(plan.phone, of: "phone number")
    address = try NameRule.line(plan.address, of: "address")
    let about = NameRule.optional(plan.about)
    let count = about?.unicodeScalars.count ?? 0
    guard count <= Self.longestAbout else {
      throw CampgroundError.textTooLong(
        of: "employee note", characters: count, most: Self.longestAbout)
    }
    self.about = about
    isActive = plan.isActive
  }
}
