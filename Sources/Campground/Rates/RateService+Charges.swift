/// Discounts, fees, taxes and deposits.
///
/// They are listed by name, and found by name regardless of case if no other one has the same name
/// in another case; `CampgroundError.unknown` lists the known names. All of them are edited and
/// deleted in the same way: `edit(_:name:_:)`, `delete(_:)`. Adding throws `.invalidValue` for an
/// empty name, for an invalid amount or percentage, unless the plan has exactly one of its
/// alternative amounts, for a fee with included guests that does not count anyone, for dates in
/// reverse order, and for a campsite, class and type that no campsite has together; `.nameTaken`,
/// `.outOfRange`; `.unknown` and `.gone` for a season, a class or a campsite.
extension RateService {
  /// The discounts, by name.
  public func discounts() throws -> [Discount] { try scope.rules(in: managedObjectContext) }

  /// The discount with a name.
  public func findDiscount(_ name: String) throws -> Discount { try scope.findRule(name) }

  /// The active discount with a name.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the active ones.
  public func findOfferedDiscount(_ name: String) throws -> Discount {
    let discount = try findDiscount(name)
    guard discount.isActive else {
      throw CampgroundError.unknownName(
        of: Discount.noun, name: name, known: try discounts().filter(\.isActive).map(\.name))
    }
    return discount
  }

  /// Adds a discount, which is a percentage or an amount.
  @discardableResult
  public func addDiscount(_ name: String, _ plan: DiscountPlan) throws -> Discount {
    try scope.add(name, plan, Discount.init(context:))
  }

  /// The fees, by name.
  public func fees() throws -> [Fee] { try scope.rules(in: managedObjectContext) }

  /// The fee with a name.
  public func findFee(_ name: String) throws -> Fee { try scope.findRule(name) }

  /// Adds a fee.
  @discardableResult
  public func addFee(_ name: String, _ plan: FeePlan) throws -> Fee {
    try scope.add(name, plan, Fee.init(context:))
  }

  /// The taxes, by name.
  public func taxes() throws -> [Tax] { try scope.rules(in: managedObjectContext) }

  /// The tax with a name.
  public func findTax(_ name: String) throws -> Tax { try scope.findRule(name) }

  /// Adds a tax, which is a percentage or an amount.
  @discardableResult
  public func addTax(_ name: String, _ plan: TaxPlan) throws -> Tax {
    try scope.add(name, plan, Tax.init(context:))
  }

  /// The deposit rules, by name. The most specific one that covers the first night of a stay is
  /// used.
  public func depositRules() throws -> [DepositRule] { try scope.rules(in: managedObjectContext) }

  /// The deposit rule with a name.
  public func findDepositRule(_ name: String) throws -> DepositRule { try scope.findRule(name) }

  /// Adds a deposit rule, which is a percentage, an amount or a number of nights.
  @discardableResult
  public func addDepositRule(_ name: String, _ plan: DepositPlan) throws -> DepositRule {
    try scope.add(name, plan, DepositRule.init(context:))
  }
}
