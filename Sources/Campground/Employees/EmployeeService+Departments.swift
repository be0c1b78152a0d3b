import ObjectGraph

/// Departments, counted in the store without loading any employee.
extension EmployeeService {
  /// The departments of the campground with their head counts, by name; employees without a
  /// department come first.
  public func departments() throws -> [DepartmentCount] {
    try groups(
      of: "Employee", by: ["department"], inOrder: true, where: "campground == %@",
      [scope.campground(in: managedObjectContext)]
    ).map { DepartmentCount(name: $0.text("department"), count: $0.count) }
  }

  /// The figures of a department, in one statement.
  ///
  /// - Parameter name: the department, regardless of case if no other one has the same name in
  ///   another case.
  /// - Throws: `CampgroundError.unknown`, which lists the departments.
  public func department(_ name: String) throws -> DepartmentSummary {
    let word = NameRule.optional(name) ?? ""
    let groups = try groups(ofDepartmentsLike: word)
    let spellings = Set(groups.compactMap { $0.text("department") })
    guard let found = spellings.contains(word) ? word : spellings.first,
      spellings.count == 1 || found == word
    else {
      throw CampgroundError.unknownName(
        of: "department", name: word, known: try departments().compactMap(\.name))
    }
    let own = groups.filter { $0.text("department") == found }
    func count(_ isMeant: (StoredRow) -> Bool) -> Int {
      own.lazy.filter(isMeant).reduce(0) { $0 + $1.count }
    }
    return DepartmentSummary(
      name: found, total: count { _ in true }, active: count { $0.isTrue("isActive") },
      vacation: DepartmentSummary.bands.map { days in
        DepartmentSummary.VacationBand(
          days: days, count: count { days.contains(Int($0.integer("vacationDays") ?? 0)) })
      })
  }

  /// The names of all departments that employees are in, or were in when they made a sale, in
  /// order.
  public func departmentNames() throws -> [String] {
    let campground = try scope.campground(in: managedObjectContext)
    let names = try ["Employee", "Sale"].flatMap { entity in
      try groups(
        of: entity, by: ["department"], where: "campground == %@", [campground]
      ).compactMap { $0.text("department") }
    }
    return Set(names).sorted()
  }

  /// Employees of a department, in groups that agree in everything that a summary counts.
  private func groups(ofDepartmentsLike name: String) throws -> [StoredRow] {
    try groups(
      of: "Employee", by: ["department", "isActive", "vacationDays"],
      where: "campground == %@ AND department ==[c] %@",
      [scope.campground(in: managedObjectContext), name])
  }
}
