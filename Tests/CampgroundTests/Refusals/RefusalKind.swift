import Campground

/// An error whose case can be named without its values.
///
/// A case that is added does not compile here before it has a kind, and a kind that no entry of the
/// table in `Refusal.all` leads to fails `RefusalTests`.
protocol Refused: Error {
  associatedtype Kind: CaseIterable & Hashable

  var kind: Kind { get }
}

/// Which case of which enum an error of the business is.
enum RefusalKind: Hashable {
  case business(CampgroundError.Kind)
  case ledger(LedgerRule.Kind)
  case group(GroupRule.Kind)
  case waitlist(WaitlistRule.Kind)
  case series(SeriesRule.Kind)
  case split(SplitRule.Kind)
  case siteClass(SiteClassRule.Kind)
  case takingBack(TakingBackRule.Kind)
  case sale(SaleRule.Kind)
  case steps(CancellationStepsError.Kind)
  case dates(StayDatesError.Kind)
  case date(CalendarDateError.Kind)
  case money(MoneyError.Kind)
  case stayRule(StayRuleKind)

  /// The cases of all enums.
  static var all: Set<RefusalKind> {
    var all = Set(CampgroundError.Kind.allCases.map(Self.business))
    all.formUnion(LedgerRule.Kind.allCases.map(Self.ledger))
    all.formUnion(GroupRule.Kind.allCases.map(Self.group))
    all.formUnion(WaitlistRule.Kind.allCases.map(Self.waitlist))
    all.formUnion(SeriesRule.Kind.allCases.map(Self.series))
    all.formUnion(SplitRule.Kind.allCases.map(Self.split))
    all.formUnion(SiteClassRule.Kind.allCases.map(Self.siteClass))
    all.formUnion(TakingBackRule.Kind.allCases.map(Self.takingBack))
    all.formUnion(SaleRule.Kind.allCases.map(Self.sale))
    all.formUnion(CancellationStepsError.Kind.allCases.map(Self.steps))
    all.formUnion(StayDatesError.Kind.allCases.map(Self.dates))
    all.formUnion(CalendarDateError.Kind.allCases.map(Self.date))
    all.formUnion(MoneyError.Kind.allCases.map(Self.money))
    all.formUnion(StayRuleKind.allCases.map(Self.stayRule))
    return all
  }

  /// The cases that an error is, the outermost first; none for an error of another kind.
  static func path(of error: any Error) -> [RefusalKind] {
    switch error {
    case let error as CampgroundError: [.business(error.kind)] + path(inside: error)
    case let error as LedgerRule: [.ledger(error.kind)]
    case let error as GroupRule: [.group(error.kind)]
    case let error as WaitlistRule: [.waitlist(error.kind)]
    case let error as SeriesRule: [.series(error.kind)]
    case let error as SplitRule: [.split(error.kind)]
    case let error as SiteClassRule: [.siteClass(error.kind)]
    case let error as TakingBackRule: [.takingBack(error.kind)]
    case let error as SaleRule: [.sale(error.kind)]
    case let error as CancellationStepsError: [.steps(error.kind)]
    case let error as StayDatesError: [.dates(error.kind)]
    case let error as CalendarDateError: [.date(error.kind)]
    case let error as MoneyError: [.money(error.kind)]
    default: []
    }
  }

  private static func path(inside error: CampgroundError) -> [RefusalKind] {
    switch error {
    case .ledger(let rule): path(of: rule)
    case .group(let rule): path(of: rule)
    case .waitlist(let rule): path(of: rule)
    case .series(let rule): path(of: rule)
    case .split(let rule): path(of: rule)
    case .siteClass(let rule): path(of: rule)
    case .takingBack(let rule): path(of: rule)
    case .sale(let rule): path(of: rule)
    case .invalidSteps(_, let error): path(of: error)
    case .invalidDates(let error): path(of: error)
    case .invalidAmount(let error): path(of: error)
    case .stayRuleBroken(_, let broken): broken.compactMap(\.kind).map(Self.stayRule)
    default: []
    }
  }
}
