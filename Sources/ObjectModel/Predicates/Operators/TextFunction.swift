/// A function that makes another text of a text.
package enum TextFunction: String, Sendable, Hashable, CaseIterable {
  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  case canonical = "canonical:"
}
