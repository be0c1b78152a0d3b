import Campground
import CommandKit
import Rendering

extension Resource where Context == Session, Object == Employee, Plan == EmployeeDraft {
  /// Employees.
  static var employees: Self {
    Resource(
      "employee", .employee, fields: arguments + columns, name: { $0.name },
      sentence: { words(for: $0) }, newPlan: { EmployeeDraft() },
      all: { try $0.employees.list().rows },
      add: { (try $0.employees.addEmployee($1, $2.plan, guid: $2.guid), "") },
      edit: { session, employee, name, _, change in
        let edited = try session.employees.edit(employee, name: name) { plan in
          var draft = EmployeeDraft(plan: plan)
          try change(&draft)
          plan = draft.plan
        }
        return (edited, "")
      }, delete: { try $0.employees.delete($1) }
    )
    .with { $0.details = { try $0.details(of: $1) } }
  }

  private static var arguments: [Field<Session, Employee, EmployeeDraft>] {
    [
      .value(clearable: "department", .department, "department", \.plan.department),
      .value(clearable: "start", .date, "first day at work", \.plan.firstDay),
      .value(
        "vacation", .integer(in: 0...366, "DAYS"), "vacation days left",
        \.plan.vacationDays),
      .value(clearable: "email", .text("EMAIL"), "e-mail address", \.plan.email),
      .value(clearable: "phone", .text("PHONE"), "phone number", \.plan.phone),
      .value(clearable: "address", .text("ADDRESS"), "postal address", \.plan.address),
      .value(clearable: "about", .text, "about this person", \.plan.about),
      .value("guid", .text("GUID"), "identifier in another system") { $0.guid = $1 }
        .onlyForAdding,
      .value("active", .boolean, "works here now", \.plan.isActive)
        .onlyForEditing,
    ]
  }

  private static var columns: [Field<Session, Employee, EmployeeDraft>] {
    [
      .shown("department") { Cell($0.department) },
      .shown("start", in: .aside) { Cell($0.firstDay) },
      .shown("vacation", isNumber: true) { Cell($0.vacationDays) },
      .shown("phone", in: .aside) { Cell($0.phone) },
      .shown("email", in: .aside) { Cell($0.email) },
      .shown("active") { .boolean($0.isActive) },
    ]
  }

  private static func words(for employee: Employee) -> String {
    [employee.name, employee.department, employee.isActive ? nil : "inactive"]
      .compactMap { $0 }.joined(separator: " · ")
  }
}

extension Resource where Context == Session, Object == Employee, Plan == EmployeeDraft {
  /// The commands about employees.
  @CommandList<Session>
  var commands: [Command<Session>] {
    addCommand.explained(
      synonyms: ["staff", "clerk", "user"],
      details: "Each employee of a campground has a name of their own.",
      examples: [
        "employee add \"Kasey Mcfarland\" department Marketing start 2026-05-01 vacation 12"
      ])

    Command(
      "employee list", synonyms: ["staff list", "roster"], "List the employees",
      .option("department", .knownDepartment, "only this department"),
      .option(
        "active", .boolean, "only current employees, or only former ones"),
      .partOfList, examples: ["employee list department Marketing active yes"], answering: .data
    ) { session, department, isActive, part in
      let page = try session.employees.list(
        department: department, isActive: isActive, limit: part.limit(in: session),
        offset: part.offset)
      let isWhole = department == nil && isActive == nil && part.offset == 0
      return .table(
        table(page.rows),
        empty: isWhole ? "No employees yet; add one with employee add" : "No matching employees",
        more: session.remainder(of: page))
    }

    showCommand.explained(
      "Show an employee, the picture and the sales", synonyms: ["staff member"])

    editCommand.explained(
      synonyms: ["promote", "deactivate"],
      details: "\"\" or none clears a value. Past sales keep their department.",
      examples: ["employee edit \"Kasey Mcfarland\" department Sales vacation 10"])

    deleteCommand.explained(
      "Delete an employee without sales", synonyms: ["fire", "dismiss"],
      refuses: "an employee with sales; use employee edit NAME active no instead")

    Command(
      "employee departments", synonyms: ["head count", "teams"], "Count employees by department",
      answering: .data
    ) { session in
      .table(
        ResultTable(
          columns: [.init("department"), .number("employees")],
          rows: try session.employees.departments().map { [Cell($0.name), Cell($0.count)] }),
        empty: "No employees yet; add one with employee add")
    }

    Command(
      "employee department", synonyms: ["vacation", "team"],
      "Show a department's head count and vacation days",
      .required("department", .departmentInNumbers), examples: ["employee department Marketing"],
      answering: .data
    ) { _, department in
      let bands = ResultTable(
        columns: [.init("days"), .number("employees")],
        rows: department.vacation.map { [.text($0.label), Cell($0.count)] })
      return .details(
        [
          ("department", .text(department.name)), ("employees", Cell(department.total)),
          ("active", Cell(department.active)),
        ], lists: [("vacation", bands)])
    }
  }
}

extension ValueType where Context == Session, Value == DepartmentSummary {
  /// The figures of a department.
  fileprivate static var departmentInNumbers: Self {
    stored(.department, orElse: "employee add") { try $0.employees.department($1) }
  }
}

extension Session {
  fileprivate func details(of employee: Employee) throws -> Answer.Record {
    let sold = try employees.sales(of: employee)
    let header = employee.picture.flatMap { PictureHeader($0.picture) }
    return [
      ("address", Cell(employee.address)), ("about", Cell(employee.about)),
      ("guid", .text(employee.guid)),
      ("picture", header.map { .text(Self.words(for: $0)) } ?? .null), ("sales", Cell(sold.count)),
      ("sold", Cell(sold.amount)),
    ]
  }
}

/// The values that a command gives for an employee.
struct EmployeeDraft {
  var plan = EmployeePlan()
  /// The identifier in another system; nil for a new one.
  var guid: String?
}
