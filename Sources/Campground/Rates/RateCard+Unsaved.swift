extension RateCard {
  /// The rules of a scratch pad, in force with its save, with those of the store that they take the
  /// place of then. Taxes go by dates alone.
  func replacing(_ stored: RateCard) -> RateCard {
    var card = self
    card.rates = Self.versions(rates, replacing: stored.rates)
    card.discounts = Self.versions(discounts, replacing: stored.discounts)
    card.fees = Self.versions(fees, replacing: stored.fees)
    card.depositRules = Self.versions(depositRules, replacing: stored.depositRules)
    card.policies = Self.versions(policies, replacing: stored.policies)
    return card
  }

  private static func versions<Rule: Hashable>(
    _ own: [Versioned<Rule>], replacing stored: [Versioned<Rule>]
  ) -> [Versioned<Rule>] {
    let (known, kept) = (Set(stored), Set(own))
    return own.map { version in
      known.contains(version)
        ? version : Versioned(version.rule, from: RuleVersions.unsaved, until: version.until)
    }
      + stored.filter { !kept.contains($0) }.map { version in
        Versioned(version.rule, from: version.from, until: version.until ?? RuleVersions.unsaved)
      }
  }
}
