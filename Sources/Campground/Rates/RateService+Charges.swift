/// Discounts, fees, taxes and deposits.
///
/// They are listed by name. One is found by its name, where capitals do not matter unless another
/// is called so; `CampgroundError.unknown` lists the names there are. Editing and deleting is
/// the same for all of them: `edit(_:name:_:)`, `delete(_:)`. Adding throws
/// `.emptyName`, `.nameTaken`, `.negativeAmount` and `.invalidAmount`;
/// `.notOneAmount` unless exactly one of the amounts is said that a plan can have;
/// `.invalidPercentage`, `.outOfRange`; `.datesInReverse`; `.nothingIncluded` for a fee that counts
/// nobody; `.unknown` and `.gone` for a season.
extension RateService {
  /// The discounts, by name.
  public func discounts() throws -> [Discount] { try scope.rules(in: managedObjectContext) }

  /// The discount of a name.
  public func findDiscount(_ name: String) throws -> Discount { try scope.findRule(name) }

  /// The discount of a name that can be asked for, so not one that was given up.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists those that can.
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

  /// The fee of a name.
  public func findFee(_ name: String) throws -> Fee { try scope.findRule(name) }

  /// Adds a fee.
  @discardableResult
  public func addFee(_ name: String, _ plan: FeePlan) throws -> Fee {
    try scope.add(name, plan, Fee.init(context:))
  }

  /// The taxes, by name.
  public func taxes() throws -> [Tax] { try scope.rules(in: managedObjectContext) }

  /// The tax of a name.
  public func findTax(_ name: String) throws -> Tax { try scope.findRule(name) }

  /// Adds a tax, which is a percentage or an amount.
  @discardableResult
  public func addTax(_ name: String, _ plan: TaxPlan) throws -> Tax {
    try scope.add(name, plan, Tax.init(context:))
  }

  /// The rules about deposits, by name, of which the first one that fits a stay is taken.
  public func depositRules() throws -> [DepositRule] { try scope.rules(in: managedObjectContext) }

  /// The rule about deposits of a name.
  public func findDepositRule(_ name: String) throws -> DepositRule { try scope.findRule(name) }

  /// Adds a rule about deposits, which are a percentage, an amount or a number of nights.
  @discardableResult
  public func addDepositRule(_ name: String, _ plan: DepositPlan) throws -> DepositRule {
    try scope.add(name, plan, DepositRule.init(context:))
  }
}
