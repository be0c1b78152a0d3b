import ObjectGraph

/// The accounts of the accountant's chart that journals use.
///
///     try accounts.setAccount(of: .lodging, to: "4010 Lodging")
///     try accounts.setAccount(of: .taxes, for: "State tax", to: "2210")
public final class AccountService: Service {
  /// Sets the account of a use, or of one tax, fee, discount or item.
  ///
  /// - Parameters:
  ///   - subject: the name of the tax, fee, discount or item; nil for all without an account of
  ///     their own.
  ///   - name: the name or number of the account.
  /// - Throws: `CampgroundError.invalidValue` for a name that is empty, too long or not one line,
  ///   and for a subject of a use that has none; `.unknown` for one that does not exist.
  @discardableResult
  public func setAccount(
    of use: AccountUse, for subject: String? = nil, to name: String
  ) throws -> LedgerAccount {
    let name = try NameRule.checked(name, of: "account")
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      let subject = try subject.map { try Self.subject($0, of: use, at: campground) }
      let account =
        Self.account(of: use, for: subject, at: campground) ?? LedgerAccount(context: scratch)
      account.use = use
      account.subject = subject
      account.name = name
      account.campground = campground
      return account
    }
  }

  /// Takes back an account that was set.
  ///
  /// - Returns: The account used from now on.
  /// - Throws: `CampgroundError.unknown` where none was set.
  public func resetAccount(of use: AccountUse, for subject: String? = nil) throws -> String {
    try scope.change { scratch in
      guard let campground = try scope.campground(in: scratch),
        let account = Self.account(of: use, for: subject, at: campground)
      else {
        let whose = use.rawValue + (subject.map { " for \($0)" } ?? "")
        throw CampgroundError.unknown(
          .named("account", whose), "account of \(whose)",
          fix: .advice("\"account list\" shows the accounts that are set"))
      }
      scratch.delete(account)
    }
    return ChartOfAccounts(of: try scope.campground(in: managedObjectContext)).account(of: use)
  }

  /// The accounts that are set, by use, those of a whole use first.
  public func accounts() throws -> [LedgerAccount] {
    let all = Array(try scope.campground(in: managedObjectContext)?.accounts ?? [])
    let places = Dictionary(
      uniqueKeysWithValues: AccountUse.allCases.enumerated().map { ($0.element, $0.offset) })
    return all.sorted { one, other in
      (places[one.use] ?? 0, one.subject ?? "") < (places[other.use] ?? 0, other.subject ?? "")
    }
  }

  private static func account(
    of use: AccountUse, for subject: String?, at campground: Campground
  ) -> LedgerAccount? {
    campground.accounts.first {
      !$0.isDeleted && $0.use == use && $0.subject?.lowercased() == subject?.lowercased()
    }
  }

  /// The name of a tax, fee, discount or item as it is written, former versions included, because
  /// their amounts are still posted.
  private static func subject(
    _ subject: String, of use: AccountUse, at campground: Campground
  ) throws -> String {
    func names<Rule: CampgroundRule>(_ rules: Set<Rule>) -> Set<String> { Set(rules.map(\.name)) }
    let known: Set<String> =
      switch use {
      case .taxes: names(campground.taxes)
      case .fees: names(campground.fees)
      case .discounts: names(campground.discounts)
      case .sales: names(campground.items)
      default: []
      }
    guard let noun = use.subjectNoun else {
      throw CampgroundError(
        .invalidValue, about: [.property("subject")],
        "\(use.rawValue) has one account for everything",
        fix: .advice("leave out \"for\""))
    }
    guard let name = known.first(where: { $0.lowercased() == subject.lowercased() }) else {
      throw CampgroundError.unknown(
        .named(noun, subject), "\(noun) \(subject)",
        fix: .advice(
          known.isEmpty ? "there is none yet" : "there is \(known.sorted().listed())"))
    }
    return name
  }
}

/// The account of each use, with those that a campground has set.
struct ChartOfAccounts {
  private struct Key: Hashable {
    let use: AccountUse
    let subject: String?
  }

  private let names: [Key: String]

  init(of campground: Campground?) {
    names = Dictionary(
      (campground?.accounts ?? []).map { (Key(use: $0.use, subject: $0.subject), $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The account of a use, or of one tax, fee, discount or item.
  func account(of use: AccountUse, for subject: String? = nil) -> String {
    names[Key(use: use, subject: subject)] ?? names[Key(use: use, subject: nil)]
      ?? use.defaultAccount
  }
}
