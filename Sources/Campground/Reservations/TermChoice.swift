/// A term of a stay that is chosen by name, such as its cancellation policy or its discount.
///
///     booking.policy = .chosen(lax)
///     try service.edit("R-1", policy: .without)
public enum TermChoice<Term> {
  /// The one that was named.
  case chosen(Term)
  /// None at all.
  case without

  /// What was chosen; nil for none.
  public var term: Term? {
    if case .chosen(let term) = self { term } else { nil }
  }
}
