import Foundation
import ObjectGraph

/// Imports employees from a JSON file: an array of objects with `name` and, optionally, `guid`,
/// `department`, `startDate` (2026-07-01), `vacationDays`, `email`, `phone`, `address`, `about` and
/// `active`. Other fields are ignored; set pictures with `EmployeeService`.
public final class EmployeeImporter: Service {
  /// Imports a JSON text into the current campground in one transaction, all records or none.
  ///
  /// A record is rejected if its guid or name is already used by an employee in the store or by an
  /// earlier record.
  ///
  /// - Returns: The summary, with every reject by its position in the array, from 1; if there is
  ///   one, nothing was saved, unless the options skip rejects.
  /// - Throws: `ImportError.malformed`, and store errors.
  public func importEmployees(
    from data: Data, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    let records = try EmployeeRecord.records(in: data)
    return try ImportSession.run(in: scope, options: options) { session in
      let campground = try session.campground(named: "")
      var known = try Known(at: campground, in: session.scratch)
      for (index, record) in records.enumerated() {
        try session.checkInterruption()
        session.summary.rowsRead += 1
        do {
          let record = try EmployeeRecord(record)
          try known.add(record, row: index + 1)
          try Self.insert(record, at: campground, in: session.scratch)
          session.summary.accepted += 1
        } catch let fault as EmployeeRecord.Fault {
          session.summary.rejects.append(
            ImportReject(row: index + 1, column: fault.field, reason: fault.reason))
        }
      }
    }
  }

  private static func insert(
    _ record: EmployeeRecord, at campground: Campground, in scratch: ManagedObjectContext
  ) throws {
    let employee = Employee(context: scratch)
    do {
      employee.guid =
        try NameRule.line(record.guid, of: "guid") ?? UUID().uuidString.lowercased()
      employee.name = try NameRule.checked(record.name, of: Employee.noun)
      employee.campground = campground
      try employee.take(record.plan, in: scratch)
    } catch let error as CampgroundError {
      scratch.delete(employee)
      throw EmployeeRecord.Fault(reason: "\(error)")
    }
  }

  /// The guids and names in use, with their owners.
  private struct Known {
    private var guids: [String: String] = [:]
    private var names: [String: String] = [:]

    init(at campground: Campground, in context: ManagedObjectContext) throws {
      let request = FetchRequest<[String: any Sendable]>(entityName: "Employee")
      request.propertiesToFetch = ["guid", "name", "campground"]
      for row in try context.fetch(request) {
        guard let guid = row["guid"] as? String, let name = row["name"] as? String else { continue }
        guids[guid] = "employee \"\(name)\""
        if row["campground"] as? ManagedObjectID == campground.objectID {
          names[name] = "\(campground.name)"
        }
      }
    }

    mutating func add(_ record: EmployeeRecord, row: Int) throws(EmployeeRecord.Fault) {
      if let guid = record.guid {
        if let owner = guids[guid] {
          throw EmployeeRecord.Fault(field: "guid", reason: "\(owner) already has the guid \(guid)")
        }
        guids[guid] = "row \(row)"
      }
      if let owner = names[record.name] {
        throw EmployeeRecord.Fault(
          field: "name", reason: "\(owner) already has an employee \"\(record.name)\"")
      }
      names[record.name] = "row \(row)"
    }
  }
}
