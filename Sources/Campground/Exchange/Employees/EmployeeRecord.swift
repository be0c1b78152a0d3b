import Foundation

/// An employee in a record of a JSON file.
struct EmployeeRecord {
  let guid: String?
  let name: String
  let plan: EmployeePlan

  /// Why a record is rejected: the field at fault and the reason.
  struct Fault: Error {
    var field: String?
    var reason: String
  }

  /// The records of a file, which must be a single array.
  ///
  /// - Throws: `ImportError.malformed`.
  static func records(in data: Data) throws(ImportError) -> [JSONValue] {
    let value: JSONValue
    do {
      value = try JSONDecoder().decode(JSONValue.self, from: data)
    } catch {
      throw .malformed("it is not JSON\(place(of: error))")
    }
    guard case .array(let records) = value else {
      throw .malformed("it is \(value.kind), not an array of employees")
    }
    return records
  }

  /// Where a text stops being JSON, if that is known.
  private static func place(of error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error,
      let reason = (context.underlyingError as? NSError)?.userInfo[NSDebugDescriptionErrorKey]
    else { return "" }
    return ": \(reason)"
  }

  /// Reads a record; fields that are absent or null are left out.
  init(_ value: JSONValue) throws(Fault) {
    guard case .object(let fields) = value else {
      throw Fault(reason: "expected an employee, found \(value.kind)")
    }
    let reader = Reader(fields: fields)
    guard let name = try reader.text("name") else {
      throw Fault(field: "name", reason: "an employee needs a name")
    }
    self.name = name
    guid = try reader.text("guid")
    plan = EmployeePlan(
      department: try reader.text("department"), firstDay: try reader.date("startDate"),
      vacationDays: try reader.number("vacationDays") ?? 0, email: try reader.text("email"),
      phone: try reader.text("phone"), address: try reader.text("address"),
      about: try reader.text("about"), isActive: try reader.boolean("active") ?? true)
  }

  private struct Reader {
    var fields: [String: JSONValue]

    func text(_ field: String) throws(Fault) -> String? {
      switch fields[field] {
      case nil, .null: nil
      case .string(let text): NameRule.optional(text)
      case let other?:
        throw Fault(field: field, reason: "expected text, found \(other.kind)")
      }
    }

    func number(_ field: String) throws(Fault) -> Int? {
      switch fields[field] {
      case nil, .null: return nil
      case .number(let number):
        guard let whole = Int("\(number)") else {
          throw Fault(field: field, reason: "\(number) is not a whole number")
        }
        return whole
      case let other?:
        throw Fault(field: field, reason: "expected a number, found \(other.kind)")
      }
    }

    func boolean(_ field: String) throws(Fault) -> Bool? {
      switch fields[field] {
      case nil, .null: nil
      case .boolean(let value): value
      case let other?:
        throw Fault(field: field, reason: "expected true or false, found \(other.kind)")
      }
    }

    func date(_ field: String) throws(Fault) -> CalendarDate? {
      guard let text = try text(field) else { return nil }
      do {
        return try CalendarDate(parsing: text)
      } catch {
        throw Fault(field: field, reason: "\(error)")
      }
    }
  }
}
