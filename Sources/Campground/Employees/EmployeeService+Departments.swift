import ObjectGraph

/// Departments, counted in the store without loading any employee.
extension EmployeeService {
  /// The departments of the campground with their head counts, by name; employees without a
  /// department come first.
  public func departments() throws -> [DepartmentCount] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let request = FetchRequest<[String: any Sendable]>(entityName: "Employee")
    request.predicate = try FetchPredicate(format: "campground == %@", campground)
    request.propertiesToFetch = ["department", Self.heads]
    request.propertiesToGroupBy = ["department"]
    request.sortDescriptors = [FetchSortDescriptor(key: "department", ascending: true)]
    return try managedObjectContext.fetch(request).map { row in
      DepartmentCount(name: row["department"] as? String, count: Self.count(row))
    }
  }

  /// The figures of a department, in one statement.
  ///
  /// - Parameter name: the department, regardless of case if no other one has the same name in
  ///   another case.
  /// - Throws: `CampgroundError.unknown`, which lists the departments.
  public func department(_ name: String) throws -> DepartmentSummary {
    let word = NameRule.optional(name) ?? ""
    let groups = try groups(ofDepartmentsLike: word)
    let spellings = Set(groups.map(\.department))
    guard let found = spellings.contains(word) ? word : spellings.first,
      spellings.count == 1 || found == word
    else {
      throw CampgroundError.unknownName(
        of: "department", name: word, known: try departments().compactMap(\.name))
    }
    let own = groups.filter { $0.department == found }
    func count(_ isMeant: (Group) -> Bool) -> Int {
      own.lazy.filter(isMeant).reduce(0) { $0 + $1.count }
    }
    return DepartmentSummary(
      name: found, total: count { _ in true }, active: count(\.isActive),
      vacation: DepartmentSummary.bands.map { days in
        DepartmentSummary.VacationBand(days: days, count: count { days.contains($0.vacationDays) })
      })
  }

  /// The names of all departments that employees are in, or were in when they made a sale, in
  /// order.
  public func departmentNames() throws -> [String] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let names = try ["Employee", "Sale"].flatMap { entity in
      let request = FetchRequest<[String: any Sendable]>(entityName: entity)
      request.predicate = try FetchPredicate(format: "campground == %@", campground)
      request.propertiesToFetch = ["department"]
      request.returnsDistinctResults = true
      return try managedObjectContext.fetch(request).compactMap { $0["department"] as? String }
    }
    return Set(names).sorted()
  }

  /// Employees of a department who agree in everything that a summary counts.
  private struct Group {
    var department: String
    var isActive: Bool
    var vacationDays: Int
    var count: Int
  }

  private func groups(ofDepartmentsLike name: String) throws -> [Group] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let request = FetchRequest<[String: any Sendable]>(entityName: "Employee")
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND department ==[c] %@", campground, name)
    let keys = ["department", "isActive", "vacationDays"]
    request.propertiesToFetch = keys + [Self.heads]
    request.propertiesToGroupBy = keys
    return try managedObjectContext.fetch(request).map { row in
      Group(
        department: row["department"] as? String ?? "", isActive: row["isActive"] as? Bool ?? false,
        vacationDays: (row["vacationDays"] as? any BinaryInteger).map { Int(clamping: $0) } ?? 0,
        count: Self.count(row))
    }
  }

  private static var heads: ExpressionDescription {
    ExpressionDescription(
      name: "heads",
      expression: FetchExpression(
        forFunction: "count:", arguments: [FetchExpression.expressionForEvaluatedObject()]),
      resultType: .integer64)
  }

  private static func count(_ row: [String: any Sendable]) -> Int {
    (row["heads"] as? Int64).map { Int(clamping: $0) } ?? 0
  }
}
