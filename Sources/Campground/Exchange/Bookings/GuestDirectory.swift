import Foundation
import ObjectGraph

/// The guests of a store during an import, by what tells them apart.
///
/// A guest is the same by the e-mail address, or by the phone number and the last name; by the name
/// alone only if exactly one guest has it and no phone number or e-mail address differs.
struct GuestDirectory {
  /// The guest of a row.
  struct Match {
    let camper: Camper
    let isNew: Bool
    /// What is doubtful about it.
    var doubts: [String]
  }

  private struct PhoneKey: Hashable {
    let digits: String
    let lastName: String
  }

  private let scratch: ManagedObjectContext
  private var byEmail: [String: Camper] = [:]
  private var byPhone: [PhoneKey: Camper] = [:]
  private var byName: [String: [Camper]] = [:]

  /// Reads all guests, in one fetch.
  init(in scratch: ManagedObjectContext) throws {
    self.scratch = scratch
    for camper in try scratch.fetch(FetchRequest<Camper>(nil, by: ["fullName"])) { note(camper) }
  }

  /// The guest who is the same as that of a row; nil where nobody is.
  func known(_ row: GuestRow) -> Camper? {
    let same =
      Self.folded(row.email).flatMap { byEmail[$0] }
      ?? Self.phoneKey(row.phone, row.name).flatMap { byPhone[$0] }
    if let same { return same }
    let named = byName[Self.folded(row.name) ?? ""] ?? []
    return named.count == 1 && !Self.differs(named[0], from: row) ? named[0] : nil
  }

  /// The guest of a row, added to the store where nobody is the same; nil for a row without any.
  mutating func guest(of row: GuestRow) throws(CampgroundError) -> Match? {
    if let camper = known(row) { return try completed(camper, from: row) }
    guard !row.name.isEmpty else { return nil }
    let named = byName[Self.folded(row.name) ?? ""] ?? []
    let camper = Camper(context: scratch)
    camper.fullName = row.name
    try complete(camper, from: row)
    note(camper)
    var doubts: [String] = []
    if named.count == 1 {
      doubts = ["added a second \(row.name); the other has \(Self.contact(of: named[0]))"]
    } else if named.count > 1 {
      doubts = ["added another \(row.name); \(named.count) guests already have that name"]
    }
    return Match(camper: camper, isNew: true, doubts: doubts)
  }

  /// A guest of the store, with what the row adds; what differs is kept as it was.
  private mutating func completed(
    _ camper: Camper, from row: GuestRow
  ) throws(CampgroundError) -> Match {
    var doubts: [String] = []
    func compare(_ what: String, _ stored: String?, _ told: String?, isSame: Bool) {
      if let stored, let told, !isSame {
        doubts.append("\(camper.fullName): kept the \(what) \(stored) instead of \(told)")
      }
    }
    let isNamed = row.name.isEmpty || Self.folded(row.name) == Self.folded(camper.fullName)
    compare("name", camper.fullName, row.name, isSame: isNamed)
    compare(
      "phone", camper.phoneNumber, row.phone,
      isSame: Self.digits(camper.phoneNumber) == Self.digits(row.phone))
    compare(
      "e-mail", camper.email, row.email, isSame: Self.folded(camper.email) == Self.folded(row.email)
    )
    compare(
      "address", camper.address, row.address,
      isSame: Self.folded(camper.address) == Self.folded(row.address))
    try complete(camper, from: row)
    note(camper, isKnown: true)
    return Match(camper: camper, isNew: false, doubts: doubts)
  }

  /// Fills in what is not known of a guest.
  private func complete(_ camper: Camper, from row: GuestRow) throws(CampgroundError) {
    if camper.phoneNumber == nil, let phone = row.phone { camper.phoneNumber = phone }
    if camper.email == nil, let email = row.email { camper.email = email }
    try camper.take(
      CamperDetails(
        address: camper.address == nil ? row.address : nil,
        plates: camper.plates == nil ? row.plates : nil,
        rigLength: camper.rigLength == nil ? row.rigLength : nil))
  }

  private mutating func note(_ camper: Camper, isKnown: Bool = false) {
    if let email = Self.folded(camper.email), byEmail[email] == nil { byEmail[email] = camper }
    if let key = Self.phoneKey(camper.phoneNumber, camper.fullName), byPhone[key] == nil {
      byPhone[key] = camper
    }
    guard !isKnown, let name = Self.folded(camper.fullName) else { return }
    byName[name, default: []].append(camper)
  }

  // MARK: Comparing

  private static func differs(_ camper: Camper, from row: GuestRow) -> Bool {
    func differ(_ stored: String?, _ told: String?) -> Bool {
      stored != nil && told != nil && stored != told
    }
    return differ(digits(camper.phoneNumber), digits(row.phone))
      || differ(folded(camper.email), folded(row.email))
  }

  private static func contact(of camper: Camper) -> String {
    [camper.phoneNumber, camper.email].compactMap { $0 }.joined(separator: " and ")
  }

  private static func phoneKey(_ phone: String?, _ name: String) -> PhoneKey? {
    guard let digits = digits(phone), let last = name.split(separator: " ").last else { return nil }
    return PhoneKey(digits: digits, lastName: folded(String(last)) ?? "")
  }

  private static func digits(_ phone: String?) -> String? {
    phone.map { $0.filter(\.isNumber) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func folded(_ text: String?) -> String? {
    guard let text = NameRule.optional(text) else { return nil }
    return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
