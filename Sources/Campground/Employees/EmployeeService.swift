import Foundation
import ObjectGraph

/// Manages employees.
///
///     let employees = EmployeeService(managedObjectContext: stack.mainContext, storeStack: stack)
///     let kasey = try employees.addEmployee(
///       "Kasey Mcfarland", EmployeePlan(department: "Marketing", vacationDays: 2))
///     print(try employees.department("Marketing").total)      // 1
public final class EmployeeService: Service {
  /// Makes the thumbnails of pictures.
  public var imageScaler: any ImageScaler = CommandImageScaler()

  /// Adds an employee.
  ///
  /// - Parameter guid: a globally unique identifier; by default a new UUID.
  /// - Throws: `CampgroundError.invalidValue` for an empty name, and for a text that is too long or
  ///   not one line; `.nameTaken`, `.outOfRange`.
  @discardableResult
  public func addEmployee(
    _ name: String, _ plan: EmployeePlan = EmployeePlan(), guid: String? = nil
  ) throws -> Employee {
    let guid = try NameRule.line(guid, of: "guid") ?? UUID().uuidString.lowercased()
    return try scope.add(name, plan) { scratch in
      let employee = Employee(context: scratch)
      employee.guid = guid
      return employee
    }
  }

  /// Changes an employee: the closure receives the current properties and modifies them.
  ///
  /// - Throws: as `addEmployee(_:_:guid:)`; `CampgroundError.gone`.
  @discardableResult
  public func edit(
    _ employee: Employee, name: String? = nil,
    _ change: (inout EmployeePlan) throws -> Void = { _ in }
  ) throws -> Employee {
    try scope.edit(employee, name: name, change)
  }

  /// Deletes an employee without sales, along with the picture.
  ///
  /// - Throws: `CampgroundError.inUse`, which names the sales; `.gone`.
  public func delete(_ employee: Employee) throws { try scope.delete(employee) }

  /// The employee with a name, regardless of case if no other one has the same name in another
  /// case.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func find(_ name: String) throws -> Employee { try scope.findRule(name) }

  /// The names of all employees, in order.
  public func names() throws -> [String] { try scope.names(of: Employee.self) }

  /// The employees of the campground by name, without their pictures.
  ///
  /// - Parameters:
  ///   - department: only those of a department, spelled as `departments()` has it; nil for all.
  ///   - isActive: only those who currently work here, or only those who do not; nil for all.
  ///   - limit: the most employees to return, or 0 for all.
  ///   - offset: the number of employees to skip.
  public func list(
    department: String? = nil, isActive: Bool? = nil, limit: Int = 0, offset: Int = 0
  ) throws -> Page<Employee> {
    try managedObjectContext.page(
      of: FetchRequest<Employee>(
        .all([
          "campground == %@": scope.campground(in: managedObjectContext),
          "department == %@": department, "isActive == %@": isActive,
        ]), by: ["name"]), limit: limit, offset: offset)
  }

  /// The number of an employee's sales, without reversals, and their total before tax.
  ///
  /// The store adds them up.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a sum beyond 64 bits.
  public func sales(of employee: Employee) throws -> (count: Int, amount: Money) {
    let currency = employee.campground?.currency ?? .usd
    let totals = try SaleService(beside: self).totals(SaleFilter(employee: employee), by: nil)
    return (totals.first?.saleCount ?? 0, totals.first?.amount ?? Money(0, currency))
  }
}
