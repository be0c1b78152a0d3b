import Campground
import CommandKit

/// Things in the store, found by the names that people use for them.
extension ValueType where Context == Session {
  static var campground: ValueType<Session, Campground> {
    .stored(.campground, "NAME") { try $0.campgrounds.find($1) }
  }

  static var camper: ValueType<Session, Camper> {
    .stored(.camper, "NAME", "part of the name, or the phone number") {
      try $0.campers.find(byPart: $1)
    }
  }

  static var season: ValueType<Session, Season> {
    .stored(.season) { try $0.rates.findSeason($1) }
  }

  static var rate: ValueType<Session, Rate> { .stored(.rate) { try $0.rates.findRate($1) } }

  static var tax: ValueType<Session, Tax> { .stored(.tax) { try $0.rates.findTax($1) } }

  static var fee: ValueType<Session, Fee> { .stored(.fee) { try $0.rates.findFee($1) } }

  static var discount: ValueType<Session, Discount> {
    .stored(.discount) { try $0.rates.findDiscount($1) }
  }

  /// A discount that a guest may ask for.
  static var offeredDiscount: ValueType<Session, Discount> {
    .stored(.discount, "NAME", "discount name") {
      try $0.rates.findOfferedDiscount($1)
    }
  }

  static var deposit: ValueType<Session, DepositRule> {
    .stored(.deposit, "RULE", "rule name") { try $0.rates.findDepositRule($1) }
  }

  static var policy: ValueType<Session, CancellationPolicy> {
    .stored(.policy) { try $0.policies.find($1) }
  }

  static var siteClass: ValueType<Session, SiteClass> {
    .stored(.siteClass) { try $0.siteClasses.find($1) }
  }

  static var site: ValueType<Session, CampSite> {
    .stored(.campsite, "SITE", "site number or name") {
      try $0.campSites.find($1)
    }
  }

  /// Sites by number or name, `15` or `5-8,11`; a site with exactly that name comes first.
  static var sites: ValueType<Session, [CampSite]> { sites(orAll: nil) }

  /// The same, or the sites that "all" stands for, unless a site has that name.
  static func sites(
    orAll all: (@MainActor @Sendable (Session) throws -> [CampSite])?
  ) -> ValueType<Session, [CampSite]> {
    .found(
      all == nil ? "SITES" : "SITES|all", "the site's number or name, or several: 5-8,11", .name,
      extent: .words { before, _ in before.last?.hasSuffix(",") == true }
    ) { text in
      let list = try text.word()
      let parts = list.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else {
        throw ValueFault("a site is missing between two commas")
      }
      let names: [String]
      do throws(CampgroundError) {
        names = try SiteNames.names(in: list)
      } catch {
        throw ValueFault("\(error)", hint: error.hint)
      }
      let several = names.map { NameInStore($0) }
      return { session in
        if let one = try? session.campSites.find(list) { return [one] }
        if let all, list.lowercased() == "all" { return try all(session) }
        return try several.map { name in
          try session.find(name, among: .campsite) { try $0.campSites.find($1) }
        }
      }
    }
    .completing(.campsite)
  }

  static var item: ValueType<Session, Item> { .stored(.item) { try $0.sales.findItem($1) } }

  static var employee: ValueType<Session, Employee> {
    .stored(.employee, "NAME") { try $0.employees.find($1) }
  }

  /// A department with employees, with its stored spelling.
  static var knownDepartment: ValueType<Session, String> {
    .stored(.department, nil, "department", orElse: "employee add") {
      try $0.departmentName(likeWord: $1)
    }
  }
}

extension ValueType where Context == Session {
  /// Things that a service finds by a word, or by a part of one if nothing matches the whole; if
  /// several match, the user chooses one.
  ///
  /// - Parameter remedy: the command that adds one.
  static func stored(
    _ kind: LiveValue, _ placeholder: String? = nil, _ summary: String? = nil,
    orElse remedy: String? = nil,
    find: @escaping @MainActor (Session, String) throws -> Value
  ) -> Self {
    found(
      placeholder ?? kind.noun.uppercased(), summary ?? "\(kind.noun) name", .name
    ) { text in
      let name = NameInStore(try text.word())
      return { session in try session.find(name, among: kind, orElse: remedy, find) }
    }
    .completing(kind)
  }

  /// The same type, completed from the store.
  func completing(_ kind: LiveValue) -> Self {
    completing { value in value.context.candidates(of: kind, beginningWith: value.beginning) }
  }
}

extension ValueType where Context == Session, Value == String {
  /// A tax group; it may also be a new one.
  static var taxGroup: Self {
    text("GROUP", "tax group").completing(.taxGroup)
  }

  /// A loop; it may also be a new one.
  static var loop: Self {
    text("LOOP", "loop of sites").completing(.loop)
  }

  /// A department; it may also be a new one.
  static var department: Self {
    text("DEPARTMENT", "department").completing(.department)
  }
}

extension Session {
  /// Finds what a name refers to.
  ///
  /// - Parameter remedy: the command that adds one.
  /// - Throws: a fault that suggests what was meant.
  fileprivate func find<Found>(
    _ name: NameInStore, among kind: LiveValue, orElse remedy: String? = nil,
    _ find: (Session, String) throws -> Found
  ) throws -> Found {
    do {
      return try name.find(in: self, among: kind, find)
    } catch let error as CampgroundError {
      let hint = hint(about: name.word, among: kind, orElse: remedy ?? "\(kind.noun) add")
      throw ValueFault("\(error)", hint: hint ?? Self.remedy(for: error))
    }
  }

  /// The department that a word names, with its stored spelling.
  ///
  /// - Throws: `CampgroundError.unknown`.
  func departmentName(likeWord word: String) throws -> String {
    let known = try employees.departmentNames()
    if known.contains(word) { return word }
    let similar = known.filter { $0.lowercased() == word.lowercased() }
    guard similar.count == 1 else {
      throw CampgroundError.unknownName(of: "department", name: word, known: known)
    }
    return similar[0]
  }
}
