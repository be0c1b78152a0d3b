/// What the values of a collection come to, as a key path says it: `pages.wordCount.@sum`.
package enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case minimum = "@min"
  case maximum = "@max"
  case average = "@avg"
}
