import Foundation
import ObjectGraph

/// EmployeeDirectory's entities: employees, their pictures in an entity of
/// their own, and their sales.
enum EmployeeDirectory {
  final class Employee: ManagedObject, ManagedEntity {
    @Managed("about") var about: String?
    @Managed("active") var active: Bool
    @Managed("address") var address: String?
    @Managed("department") var department: String?
    @Managed("email") var email: String?
    @Managed("guid") var guid: String?
    @Managed("name") var name: String?
    @Managed("phone") var phone: String?
    @Managed("pictureThumbnail") var pictureThumbnail: Data?
    @Managed("startDate") var startDate: Date?
    @Managed("vacationDays") var vacationDays: Int16
    @Managed("picture") var picture: EmployeePicture?
    @Managed("sales") var sales: Set<Sale>

    static var defaultSortDescriptors: [FetchSortDescriptor] {
      [FetchSortDescriptor(key: "name", ascending: true)]
    }
  }

  final class EmployeePicture: ManagedObject, ManagedEntity {
    @Managed("picture") var picture: Data?
    @Managed("employee") var employee: Employee?
  }

  final class Sale: ManagedObject, ManagedEntity {
    @Managed("amount") var amount: Int16
    @Managed("date") var date: Date?
    @Managed("employee") var employee: Employee?
  }

  /// The model of the application.
  ///
  /// - Parameter derivingSalesCount: whether employees have a derived
  ///   attribute `salesCount` as well.
  static func makeModel(derivingSalesCount: Bool = false) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Employee", class: Employee.self) {
        AttributeDescription("about", .string)
        AttributeDescription("active", .boolean)
        AttributeDescription("address", .string)
        AttributeDescription("department", .string)
        AttributeDescription("email", .string)
        AttributeDescription("guid", .string)
        AttributeDescription("name", .string)
        AttributeDescription("phone", .string)
        AttributeDescription("pictureThumbnail", .binaryData)
        AttributeDescription("startDate", .date)
        AttributeDescription("vacationDays", .integer16, default: .integer(0))
        if derivingSalesCount {
          DerivedAttributeDescription("salesCount", .integer64, from: "sales.@count")
        }
        RelationshipDescription(
          "picture", toOne: "EmployeePicture", inverse: "employee", deleteRule: .cascadeDeleteRule)
        RelationshipDescription(
          "sales", toMany: "Sale", inverse: "employee", deleteRule: .cascadeDeleteRule)
      }
      EntityDescription("EmployeePicture", class: EmployeePicture.self) {
        AttributeDescription("picture", .binaryData, allowsExternalBinaryDataStorage: true)
        RelationshipDescription("employee", toOne: "Employee", inverse: "picture")
      }
      EntityDescription("Sale", class: Sale.self) {
        AttributeDescription("amount", .integer16, default: .integer(0))
        AttributeDescription("date", .date)
        RelationshipDescription("employee", toOne: "Employee", inverse: "sales")
      }
    }
  }
}

/// 500 employees that are told apart by their numbers, from which all else follows.
enum SampleStaff {
  static let count = 500

  /// Of ten employees four sell, three develop, two advertise, and one is in no department.
  static func department(_ number: Int) -> String? { departments[number % 10] }

  private static let departments: [String?] =
    Array(repeating: "Sales", count: 4) + Array(repeating: "Engineering", count: 3)
    + ["Marketing", "Marketing", nil]

  static func name(_ number: Int) -> String {
    let digits = String(number)
    return "Employee " + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  /// From 0 to 20.
  static func vacationDays(_ number: Int) -> Int16 { Int16(number % 21) }

  /// From 0 to 3.
  static func saleCount(_ number: Int) -> Int { number % 4 }

  static func thumbnail(_ number: Int) -> Data { Data(repeating: UInt8(number % 251), count: 100) }

  /// Every fiftieth is too large for the database.
  static func picture(_ number: Int) -> Data {
    Data(repeating: UInt8(number % 251), count: number % 50 == 0 ? 120_000 : 2_000)
  }

  static func insert(into context: ManagedObjectContext) throws {
    let start = Date(timeIntervalSinceReferenceDate: 300_000_000)
    for number in 0..<count {
      let employee: EmployeeDirectory.Employee = try context.insertObject()
      employee.name = name(number)
      employee.department = department(number)
      employee.vacationDays = vacationDays(number)
      employee.active = number.isMultiple(of: 2)
      employee.email = "employee\(number)@camp.example"
      employee.startDate = start.addingTimeInterval(Double(number) * 86_400)
      employee.pictureThumbnail = thumbnail(number)
      let picture: EmployeeDirectory.EmployeePicture = try context.insertObject()
      (picture.picture, picture.employee) = (self.picture(number), employee)
      for place in 0..<saleCount(number) {
        let sale: EmployeeDirectory.Sale = try context.insertObject()
        (sale.amount, sale.employee) = (Int16(100 + place), employee)
        sale.date = start.addingTimeInterval(Double(number * 4 + place) * 3_600)
      }
    }
    try context.save()
  }
}

/// What the screens of the application ask for, the slow way and the fast one.
@MainActor
struct StaffDirectory {
  let context: ManagedObjectContext

  /// All employees by name.
  func list(batchSize: Int = 0) throws -> [EmployeeDirectory.Employee] {
    let request = EmployeeDirectory.Employee.sortedFetchRequest
    request.fetchBatchSize = batchSize
    return try context.fetch(request)
  }

  func employee(_ number: Int) throws -> EmployeeDirectory.Employee? {
    try EmployeeDirectory.Employee.fetch(in: context) { request in
      request.predicate = try FetchPredicate(format: "name == %@", SampleStaff.name(number))
    }.first
  }

  // MARK: Heads by department; those in none under an empty name

  func headCountsByObjects() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for employee in try context.fetch(FetchRequest<EmployeeDirectory.Employee>()) {
      counts[employee.department ?? "", default: 0] += 1
    }
    return counts
  }

  func headCountsByGroups() throws -> [String: Int] {
    let request = DictionaryRequest(entityName: "Employee")
    let heads = ExpressionDescription.of("heads", "count:", "SELF")
    request.propertiesToFetch = ["department", heads]
    request.propertiesToGroupBy = ["department"]
    return try context.fetch(request).reduce(into: [:]) { counts, group in
      counts[group["department"] as? String ?? ""] = (group["heads"] as? Int64).map { Int($0) }
    }
  }

  // MARK: Sales of one employee

  func saleCountByObjects(of employee: EmployeeDirectory.Employee) throws -> Int {
    try context.fetch(salesRequest(of: employee)).count
  }

  func saleCountByCounting(of employee: EmployeeDirectory.Employee) throws -> Int {
    try context.count(for: salesRequest(of: employee))
  }

  func saleCountByKeyPath(of employee: EmployeeDirectory.Employee) throws -> Int64? {
    try FetchExpression(format: "sales.@count").expressionValue(with: employee) as? Int64
  }

  private func salesRequest(
    of employee: EmployeeDirectory.Employee
  ) throws -> FetchRequest<EmployeeDirectory.Sale> {
    let request = FetchRequest<EmployeeDirectory.Sale>()
    request.predicate = try FetchPredicate(format: "employee == %@", employee)
    return request
  }

  // MARK: Sales of all employees

  func saleCountsByObjects(prefetching: Bool) throws -> [String: Int] {
    let request = FetchRequest<EmployeeDirectory.Employee>()
    if prefetching { request.relationshipKeyPathsForPrefetching = ["sales"] }
    return try context.fetch(request).reduce(into: [:]) { counts, employee in
      counts[employee.name ?? ""] = employee.sales.count
    }
  }

  func saleCountsByDictionaries() throws -> [String: Int] {
    let request = DictionaryRequest(entityName: "Employee")
    let sales = ExpressionDescription(
      name: "saleCount", expression: FetchExpression(forKeyPath: "sales.@count"))
    request.propertiesToFetch = ["name", sales]
    return try context.fetch(request).reduce(into: [:]) { counts, line in
      counts[line["name"] as? String ?? ""] = (line["saleCount"] as? Int64).map { Int($0) }
    }
  }

  // MARK: A department

  /// How many employees of a department, or of all, fulfil a condition.
  func count(_ department: String?, _ condition: String = "TRUEPREDICATE") throws -> Int {
    let request = FetchRequest<EmployeeDirectory.Employee>()
    var conditions = [try FetchPredicate(format: condition)]
    if let department {
      conditions.append(try FetchPredicate(format: "department == %@", department))
    }
    request.predicate = CompoundPredicate(andPredicateWithSubpredicates: conditions)
    return try context.count(for: request)
  }
}
