import ObjectGraph

/// Discounts, fees, taxes and deposits.
extension RateService {
  // MARK: Discounts

  /// The discounts, by name.
  public func discounts() throws -> [Discount] { try scope.rules(in: managedObjectContext) }

  /// The discount of a name; capitals do not matter where no other is called so.
  ///
  /// - Throws: `CampgroundError.unknownName`, which lists the names there are.
  public func findDiscount(_ name: String) throws -> Discount { try scope.findRule(name) }

  /// The discount of a name that can be asked for, so not one that was given up.
  ///
  /// - Throws: `CampgroundError.unknownName`, which lists those that can.
  public func findOfferedDiscount(_ name: String) throws -> Discount {
    let discount = try findDiscount(name)
    guard discount.isActive else {
      throw CampgroundError.unknownName(
        of: Discount.noun, name: name, known: try discounts().filter(\.isActive).map(\.name))
    }
    return discount
  }

  /// Adds a discount.
  ///
  /// - Throws: `CampgroundError.emptyName`, `.nameTaken`; `.notOneAmount` unless it is either a
  ///   percentage or an amount; `.invalidPercentage`, `.negativeAmount`, `.invalidAmount`,
  ///   `.outOfRange`, `.unknownName` and `.gone`.
  @discardableResult
  public func addDiscount(_ name: String, _ plan: DiscountPlan) throws -> Discount {
    try scope.addRule(name, Discount.init(context:)) { discount, scratch in
      try discount.take(plan, in: scratch)
    }
  }

  /// Changes a discount: the closure gets what it is at the moment.
  ///
  /// - Throws: as `addDiscount(_:_:)`.
  @discardableResult
  public func edit(
    _ discount: Discount, name: String? = nil,
    _ change: (inout DiscountPlan) throws -> Void = { _ in }
  ) throws -> Discount {
    try scope.editRule(discount, name: name) { discount, scratch in
      var plan = DiscountPlan(discount)
      try change(&plan)
      try discount.take(plan, in: scratch)
    }
  }

  /// Deletes a discount that was given to no reservation by name.
  ///
  /// - Throws: `CampgroundError.inUse`, which names the reservations; `.gone`.
  public func delete(_ discount: Discount) throws {
    try scope.deleteRule(discount, remedy: "make it inactive instead") { discount in
      discount.reservations.sorted { $0.number < $1.number }.map(\.code)
    }
  }

  // MARK: Fees

  /// The fees, by name.
  public func fees() throws -> [Fee] { try scope.rules(in: managedObjectContext) }

  /// The fee of a name; capitals do not matter where no other is called so.
  ///
  /// - Throws: `CampgroundError.unknownName`, which lists the names there are.
  public func findFee(_ name: String) throws -> Fee { try scope.findRule(name) }

  /// Adds a fee.
  ///
  /// - Throws: `CampgroundError.emptyName`, `.nameTaken`, `.negativeAmount`, `.invalidAmount`.
  @discardableResult
  public func addFee(_ name: String, _ plan: FeePlan) throws -> Fee {
    try scope.addRule(name, Fee.init(context:)) { fee, _ in try fee.take(plan) }
  }

  /// Changes a fee: the closure gets what it is at the moment.
  ///
  /// - Throws: as `addFee(_:_:)`, and `CampgroundError.gone`.
  @discardableResult
  public func edit(
    _ fee: Fee, name: String? = nil, _ change: (inout FeePlan) throws -> Void = { _ in }
  ) throws -> Fee {
    try scope.editRule(fee, name: name) { fee, _ in
      var plan = FeePlan(fee)
      try change(&plan)
      try fee.take(plan)
    }
  }

  /// Deletes a fee.
  ///
  /// - Throws: `CampgroundError.gone`.
  public func delete(_ fee: Fee) throws { try scope.deleteRule(fee) }

  // MARK: Taxes

  /// The taxes, by name.
  public func taxes() throws -> [Tax] { try scope.rules(in: managedObjectContext) }

  /// The tax of a name; capitals do not matter where no other is called so.
  ///
  /// - Throws: `CampgroundError.unknownName`, which lists the names there are.
  public func findTax(_ name: String) throws -> Tax { try scope.findRule(name) }

  /// Adds a tax.
  ///
  /// - Throws: `CampgroundError.emptyName`, `.nameTaken`; `.notOneAmount` unless it is either a
  ///   percentage or an amount; `.invalidPercentage`, `.negativeAmount`, `.invalidAmount`,
  ///   `.outOfRange`.
  @discardableResult
  public func addTax(_ name: String, _ plan: TaxPlan) throws -> Tax {
    try scope.addRule(name, Tax.init(context:)) { tax, _ in try tax.take(plan) }
  }

  /// Changes a tax: the closure gets what it is at the moment.
  ///
  /// - Throws: as `addTax(_:_:)`, and `CampgroundError.gone`.
  @discardableResult
  public func edit(
    _ tax: Tax, name: String? = nil, _ change: (inout TaxPlan) throws -> Void = { _ in }
  ) throws -> Tax {
    try scope.editRule(tax, name: name) { tax, _ in
      var plan = TaxPlan(tax)
      try change(&plan)
      try tax.take(plan)
    }
  }

  /// Deletes a tax.
  ///
  /// - Throws: `CampgroundError.gone`.
  public func delete(_ tax: Tax) throws { try scope.deleteRule(tax) }

  // MARK: Deposits

  /// The rules about deposits, by name, of which the first one that fits a stay is taken.
  public func depositRules() throws -> [DepositRule] { try scope.rules(in: managedObjectContext) }

  /// The rule of a name; capitals do not matter where no other is called so.
  ///
  /// - Throws: `CampgroundError.unknownName`, which lists the names there are.
  public func findDepositRule(_ name: String) throws -> DepositRule { try scope.findRule(name) }

  /// Adds a rule about deposits.
  ///
  /// - Throws: `CampgroundError.emptyName`, `.nameTaken`; `.notOneAmount` unless it is a percentage,
  ///   an amount or a number of nights; `.invalidPercentage`, `.negativeAmount`, `.invalidAmount`,
  ///   `.outOfRange`.
  @discardableResult
  public func addDepositRule(_ name: String, _ plan: DepositPlan) throws -> DepositRule {
    try scope.addRule(name, DepositRule.init(context:)) { rule, _ in try rule.take(plan) }
  }

  /// Changes a rule about deposits: the closure gets what it is at the moment.
  ///
  /// - Throws: as `addDepositRule(_:_:)`, and `CampgroundError.gone`.
  @discardableResult
  public func edit(
    _ rule: DepositRule, name: String? = nil,
    _ change: (inout DepositPlan) throws -> Void = { _ in }
  ) throws -> DepositRule {
    try scope.editRule(rule, name: name) { rule, _ in
      var plan = DepositPlan(rule)
      try change(&plan)
      try rule.take(plan)
    }
  }

  /// Deletes a rule about deposits.
  ///
  /// - Throws: `CampgroundError.gone`.
  public func delete(_ rule: DepositRule) throws { try scope.deleteRule(rule) }
}
