import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about employees.
extension Session {
  func addEmployee(_ command: ParsedCommand) throws -> Answer {
    var plan = EmployeePlan()
    take(command, into: &plan)
    let employee = try employees.addEmployee(try command.require(.name), plan, guid: command[.guid])
    return .message("Added employee \(Self.words(for: employee))", record: record(of: employee))
  }

  func listEmployees(_ command: ParsedCommand) throws -> Answer {
    let (limit, offset) = part(command)
    let department = try command[.department].map { _ in try departmentName(command) }
    let page = try employees.list(
      department: department, isActive: command[.active], limit: limit, offset: offset)
    let isWhole = department == nil && command[.active] == nil && offset == 0
    return .table(
      ResultTable(
        columns: Self.employeeColumns, rows: page.rows.map { record(of: $0).map(\.value) }),
      asides: ["email", "phone", "start"],
      empty: isWhole ? "No employees yet; add one with employee add" : "No such employees",
      more: Self.remainder(of: page))
  }

  func showEmployee(_ command: ParsedCommand) throws -> Answer {
    let employee = try employee(command)
    let sold = try employees.sales(of: employee)
    let header = employee.picture.flatMap { PictureHeader($0.picture) }
    return .details(
      record(of: employee) + [
        ("address", Cell(employee.address)), ("about", Cell(employee.about)),
        ("guid", .text(employee.guid)),
        ("picture", header.map { .text(Self.words(for: $0)) } ?? .null),
        ("sales", Cell(sold.count)), ("sold", Cell(sold.amount)),
      ], lists: [])
  }

  func editEmployee(_ command: ParsedCommand) throws -> Answer {
    let employee = try employee(command)
    try requireChange(command)
    let changed = try employees.edit(employee, name: command[.name]) { take(command, into: &$0) }
    return .message("Changed employee \(Self.words(for: changed))", record: record(of: changed))
  }

  func deleteEmployee(_ command: ParsedCommand) throws -> Answer {
    let employee = try employee(command)
    let (name, record) = (employee.name, record(of: employee))
    try employees.delete(employee)
    return .message("Deleted employee \(name)", record: record)
  }

  // MARK: Departments

  func listDepartments() throws -> Answer {
    .table(
      ResultTable(
        columns: [.init("department"), .number("employees")],
        rows: try employees.departments().map { [Cell($0.name), Cell($0.count)] }),
      empty: "No employees yet; add one with employee add")
  }

  func showDepartment(_ command: ParsedCommand) throws -> Answer {
    let department = try find(
      .department, of: command, among: .department, orElse: "employee add"
    ) { try employees.department($0) }
    let bands = ResultTable(
      columns: [.init("days"), .number("employees")],
      rows: department.vacation.map { [.text($0.label), Cell($0.count)] })
    return .details(
      [
        ("department", .text(department.name)), ("employees", Cell(department.total)),
        ("active", Cell(department.active)),
      ], lists: [("vacation", bands)])
  }

  /// The department that a command names, as it is spelled in the store.
  func departmentName(_ command: ParsedCommand) throws -> String {
    try find(.department, of: command, among: .department, orElse: "employee add") { word in
      let known = try employees.departmentNames()
      if known.contains(word) { return word }
      let similar = known.filter { $0.lowercased() == word.lowercased() }
      guard similar.count == 1 else {
        throw CampgroundError.unknownName(of: "department", name: word, known: known)
      }
      return similar[0]
    }
  }

  // MARK: Parts

  private func take(_ command: ParsedCommand, into plan: inout EmployeePlan) {
    if let department = command[.department] { plan.department = department }
    if let date = command[.startDate] { plan.firstDay = date }
    if command.clears(.startDate) { plan.firstDay = nil }
    if let days = command[.vacation] { plan.vacationDays = days }
    if let email = command[.email] { plan.email = email }
    if let phone = command[.phone] { plan.phone = phone }
    if let address = command[.address] { plan.address = address }
    if let about = command[.about] { plan.about = about }
    if let isActive = command[.active] { plan.isActive = isActive }
  }

  private static func words(for employee: Employee) -> String {
    let parts = [employee.name, employee.department, employee.isActive ? nil : "inactive"]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  private static let employeeColumns: [ResultTable.Column] = [
    .init("employee"), .init("department"), .init("start"), .number("vacation"), .init("phone"),
    .init("email"), .init("active"),
  ]

  private func record(of employee: Employee) -> Answer.Record {
    let values: [Cell] = [
      .text(employee.name), Cell(employee.department), Cell(employee.firstDay),
      Cell(employee.vacationDays), Cell(employee.phone), Cell(employee.email),
      .boolean(employee.isActive),
    ]
    return zip(Self.employeeColumns, values).map { ($0.name, $1) }
  }
}
