/// What an expression can be in a derived attribute and nowhere else.
package enum DerivationNode: Sendable, Hashable {
  /// `canonical:(owner.name)`: a function of the text at the end of a path.
  case text(TextFunction, [String])
  /// `pages.wordCount.@sum`: what a to-many relationship's objects come to, without the `@count` that
  /// predicates know too.
  case aggregate(CollectionOperator, [String])
  /// `now()`: the moment of the save.
  case now
}

/// A function that makes another text of a text.
package enum TextFunction: String, Sendable, Hashable, CaseIterable {
  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  case canonical = "canonical:"
}

/// What a list of values comes to.
package enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case minimum = "@min"
  case maximum = "@max"
  case average = "@avg"
}
