import Foundation

/// A guest in a row of a spreadsheet.
struct GuestRow: Hashable {
  var name: String
  var phone: String?
  var email: String?
  var address: String?
  var plates: String?
  var rigLength: Int?

  static let fields: [ImportField] = [
    .guest, .firstName, .lastName, .phone, .email, .address, .plates, .rigLength, .note,
  ]

  /// Reads a row; the name is empty where the row has none.
  init(_ row: SheetRow) throws(CSVProblem) {
    name = try Self.name(row) ?? ""
    phone = try row.line(.phone)
    email = try row.line(.email)
    address = try row.line(.address)
    plates = try row.line(.plates)
    rigLength = try row.integer(.rigLength).flatMap { $0 == 0 ? nil : $0 }
    guard rigLength.map({ $0 <= 1_000 }) ?? true else {
      throw row.problem(.rigLength, "a rig is at most 1000 feet long")
    }
    guard !name.isEmpty else { return }
    do {
      name = try NameRule.unlikeCodes(name, of: "camper")
    } catch {
      throw row.problem(row.map.has(.guest) ? .guest : .lastName, error.text)
    }
  }

  /// The name from one column or two; "Rivera, Ana" is Ana Rivera.
  private static func name(_ row: SheetRow) throws(CSVProblem) -> String? {
    let parts = [try row.line(.firstName), try row.line(.lastName)].compactMap { $0 }
    guard parts.isEmpty else { return parts.joined(separator: " ") }
    guard let name = try row.line(.guest) else { return nil }
    let turned = name.split(separator: ",", omittingEmptySubsequences: false).compactMap {
      NameRule.optional(String($0))
    }
    return turned.count == 2 ? "\(turned[1]) \(turned[0])" : name
  }
}
