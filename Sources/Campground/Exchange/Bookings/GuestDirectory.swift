import Foundation
import ObjectGraph

/// The guests of a store during an import, by what tells them apart: see `GuestIdentity`.
struct GuestDirectory {
  /// The guest of a row.
  struct Match {
    let camper: Camper
    let isNew: Bool
    /// What is doubtful about it.
    var doubts: [String]
  }

  private let scratch: ManagedObjectContext
  private var byEmail: [String: Camper] = [:]
  private var byPhone: [GuestIdentity.Phone: Camper] = [:]
  private var byName: [String: [Camper]] = [:]

  /// Reads all guests, in one fetch.
  init(in scratch: ManagedObjectContext) throws {
    self.scratch = scratch
    for camper in try scratch.fetch(FetchRequest<Camper>(nil, by: ["fullName"])) { note(camper) }
  }

  /// The guest who is the same as that of a row; nil where nobody is.
  func known(_ row: GuestRow) -> Camper? {
    let guest = GuestIdentity(row.name, phone: row.phone, email: row.email)
    let alike =
      [guest.email.flatMap { byEmail[$0] }, guest.phone.flatMap { byPhone[$0] }].compactMap { $0 }
    return guest.known(
      among: alike + (byName[guest.name ?? ""] ?? []).filter { !alike.contains($0) })
  }

  /// The guest of a row, added to the store where nobody is the same; nil for a row without any.
  mutating func guest(of row: GuestRow) throws(CampgroundError) -> Match? {
    if let camper = known(row) { return try completed(camper, from: row) }
    guard !row.name.isEmpty else { return nil }
    let named = byName[GuestIdentity.folded(row.name) ?? ""] ?? []
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
    let isNamed =
      row.name.isEmpty || GuestIdentity.folded(row.name) == GuestIdentity.folded(camper.fullName)
    compare("name", camper.fullName, row.name, isSame: isNamed)
    compare(
      "phone", camper.phoneNumber, row.phone,
      isSame: GuestIdentity.digits(camper.phoneNumber) == GuestIdentity.digits(row.phone))
    compare(
      "e-mail", camper.email, row.email,
      isSame: GuestIdentity.folded(camper.email) == GuestIdentity.folded(row.email)
    )
    compare(
      "address", camper.address, row.address,
      isSame: GuestIdentity.folded(camper.address) == GuestIdentity.folded(row.address))
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
    let guest = GuestIdentity(camper)
    if let email = guest.email, byEmail[email] == nil { byEmail[email] = camper }
    if let phone = guest.phone, byPhone[phone] == nil { byPhone[phone] = camper }
    guard !isKnown, let name = guest.name else { return }
    byName[name, default: []].append(camper)
  }

  private static func contact(of camper: Camper) -> String {
    [camper.phoneNumber, camper.email].compactMap { $0 }.joined(separator: " and ")
  }
}
