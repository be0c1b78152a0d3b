import Campground

/// A kind of thing in the store with names or codes, for completion and did-you-mean.
package struct LiveValue: Sendable {
  /// The word for one, which is also the noun of its commands.
  let noun: String

  /// The word for several.
  let plural: String

  /// Whether a part of a name or code is not enough to find one.
  var isFoundWhole = false

  /// Whether there may be too many to list them all for one name.
  var isSearched = false

  /// The names or codes in the store.
  let names: @MainActor (Session) throws -> [String]

  /// What some of them are, by their names, for completion.
  private(set) var notes: @MainActor (Session) throws -> [String: String] = { _ in [:] }

  private init(
    _ noun: String, plural: String? = nil, isFoundWhole: Bool = false, isSearched: Bool = false,
    names: @escaping @MainActor (Session) throws -> [String]
  ) {
    self.noun = noun
    self.plural = plural ?? noun + "s"
    self.isFoundWhole = isFoundWhole
    self.isSearched = isSearched
    self.names = names
  }

  /// The same kind, with notes.
  private func noted(
    _ notes: @escaping @MainActor (Session) throws -> [String: String]
  ) -> Self {
    var noted = self
    noted.notes = notes
    return noted
  }

  /// Notes on things by their names; nil for none.
  @MainActor
  private static func notes<Object>(
    on objects: [Object], _ name: (Object) -> String, _ note: (Object) -> String?
  ) -> [String: String] {
    Dictionary(
      objects.compactMap { object in note(object).map { (name(object), $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  static let campground = Self("campground") {
    try $0.names(of: Campground.self, \.name, by: "name")
  }
  static let camper = Self("camper", isSearched: true) { try $0.camperWords() }
  static let campsite = Self("campsite", isFoundWhole: true) {
    try $0.campSites.getCampSites().map(\.name)
  }
  .noted { session in
    notes(on: try session.campSites.getCampSites(), \.name) { site in
      let words = [site.typeName, site.siteClass?.name, site.loop.map { "loop \($0)" }]
        .compactMap { $0 }
      return words.isEmpty ? nil : words.joined(separator: " · ")
    }
  }
  static let siteClass = Self("class", plural: "classes") {
    try $0.siteClasses.classes().map(\.name)
  }
  static let loop = Self("loop") { try $0.names(of: CampSite.self, \.loop, by: "name").sorted() }
  static let detail = Self("detail") { try $0.campSites.detailNames() }
  static let rule = Self("rule") { try $0.rules.rules().map(\.name) }
  static let reservation = Self("reservation", isFoundWhole: true) {
    try $0.names(of: Reservation.self, { $0.isTakenBack ? nil : $0.code }, by: "number")
  }
  static let group = Self("group") { try $0.reservations.groups().map(\.name) }
  static let waiting = Self("waiting", plural: "waitlist entries", isFoundWhole: true) {
    try $0.waitlist.entries().map(\.code)
  }
  .noted { notes(on: try $0.waitlist.entries(), \.code) { $0.camper?.fullName } }
  static let voucher = Self("voucher", isFoundWhole: true) {
    try $0.folios.vouchers().prefix(Session.mostValues).map(\.code)
  }
  static let employee = Self("employee") { try $0.employees.names() }
    .noted { notes(on: try $0.employees.list().rows, \.name) { $0.department } }
  static let department = Self("department") { try $0.employees.departmentNames() }
  static let item = Self("item") { try $0.sales.items().map(\.name) }
    .noted { notes(on: try $0.sales.items(), \.name) { "\($0.price)" } }
  static let sale = Self("sale", isFoundWhole: true) {
    try $0.names(of: Sale.self, \.code, by: "number")
  }
  static let message = Self("message", isFoundWhole: true) {
    try $0.mail.messages(waiting: false, limit: Session.mostValues).rows.map(\.code)
  }
  /// The groups of charges that taxes are for.
  static let taxGroup = Self("tax group") { try $0.rates.taxGroups() }
  static let season = Self("season") { try $0.rates.seasons().map(\.name) }
  static let rate = Self("rate") { try $0.rates.rates().map(\.name) }
  static let tax = Self("tax", plural: "taxes") { try $0.rates.taxes().map(\.name) }
  static let fee = Self("fee") { try $0.rates.fees().map(\.name) }
  static let discount = Self("discount") { try $0.rates.discounts().map(\.name) }
  static let deposit = Self("deposit") { try $0.rates.depositRules().map(\.name) }
  static let policy = Self("policy", plural: "policies") { try $0.policies.policies().map(\.name) }
}
