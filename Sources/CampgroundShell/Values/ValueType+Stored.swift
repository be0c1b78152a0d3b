import Campground
import CommandKit

/// What lives in the store, found by the words that people call it by.
extension ValueType where Context == Session {
  /// Things that a service finds under a word; for one that names nothing, what may have been meant is
  /// asked.
  static func stored(
    _ kind: LiveValue, _ placeholder: String, _ summary: String, role: Role? = nil,
    orElse remedy: String, find: @escaping @MainActor (Session, String) throws -> Value
  ) -> Self {
    found(placeholder, summary, .name, role: role) { text in
      let word = try text.word()
      return { session in
        do {
          return try find(session, word)
        } catch let error as CampgroundError {
          throw ValueFault(
            "\(error)",
            hint: session.hint(about: word, among: kind, orElse: remedy)
              ?? Session.remedy(for: error))
        }
      }
    }
    .completing { beginning, session in session.values(of: kind, beginningWith: beginning) }
  }
}

extension ValueType where Context == Session, Value == Camper {
  static var camper: Self {
    stored(.camper, "NAME", "the camper's name", orElse: "camper add") { try $0.campers.find($1) }
  }
}

extension ValueType where Context == Session, Value == Season {
  static var season: Self {
    stored(.season, "SEASON", "the season's name", orElse: "season add") {
      try $0.rates.findSeason($1)
    }
  }
}

extension ValueType where Context == Session, Value == Rate {
  static var rate: Self {
    stored(.rate, "RATE", "the rate's name", orElse: "rate add") { try $0.rates.findRate($1) }
  }
}

extension ValueType where Context == Session, Value == Tax {
  static var tax: Self {
    stored(.tax, "TAX", "the tax's name", orElse: "tax add") { try $0.rates.findTax($1) }
  }
}

extension ValueType where Context == Session, Value == Fee {
  static var fee: Self {
    stored(.fee, "FEE", "the fee's name", orElse: "fee add") { try $0.rates.findFee($1) }
  }
}

extension ValueType where Context == Session, Value == Discount {
  static var discount: Self {
    stored(.discount, "DISCOUNT", "the discount's name", orElse: "discount add") {
      try $0.rates.findDiscount($1)
    }
  }
}

extension ValueType where Context == Session, Value == DepositRule {
  static var deposit: Self {
    stored(.deposit, "RULE", "the rule's name", orElse: "deposit add") {
      try $0.rates.findDepositRule($1)
    }
  }
}

extension ValueType where Context == Session, Value == SiteClass {
  static var siteClass: Self {
    stored(.siteClass, "CLASS", "the class's name", orElse: "class add") {
      try $0.siteClasses.find($1)
    }
  }
}

extension ValueType where Context == Session, Value == CampSite {
  static var site: Self {
    stored(.campsite, "SITE", "the site's number or name", role: "site", orElse: "campsite add") {
      try $0.campSites.find($1)
    }
  }
}

extension ValueType where Context == Session, Value == Item {
  static var item: Self {
    stored(.item, "ITEM", "the item's name", orElse: "item add") { try $0.sales.findItem($1) }
  }
}

extension ValueType where Context == Session, Value == String {
  /// A group of charges; one that no tax is for is a name, too.
  static var taxGroup: Self {
    text("GROUP", "the group of charges for taxes").completing { beginning, session in
      session.values(of: .taxGroup, beginningWith: beginning)
    }
  }

  /// A loop; one that no campsite is in is a name, too.
  static var loop: Self {
    ValueType("LOOP", "the loop", .name) { try $0.word() }
      .completing { beginning, session in session.values(of: .loop, beginningWith: beginning) }
  }

  /// A department; one that nobody is in is a name, too.
  static var department: Self {
    text("DEPARTMENT", "the department").completing { beginning, session in
      session.values(of: .department, beginningWith: beginning)
    }
  }

  /// A department that somebody is in, as it is spelled in the store.
  static var knownDepartment: Self {
    stored(.department, "DEPARTMENT", "the department", orElse: "employee add") {
      try $0.departmentName(likeWord: $1)
    }
  }
}

extension ValueType where Context == Session, Value == Employee {
  static var employee: Self {
    stored(.employee, "NAME", "the employee's name", orElse: "employee add") {
      try $0.employees.find($1)
    }
  }
}

extension Session {
  /// The department that a word names, as it is spelled in the store.
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
