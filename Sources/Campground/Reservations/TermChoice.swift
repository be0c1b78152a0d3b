/// The choice of a term of a stay, such as its cancellation policy or its discount.
///
///     booking.policy = .chosen(lax)
///     try service.edit("R-1", policy: .without)
public enum TermChoice<Term> {
  /// A chosen one.
  case chosen(Term)
  /// None.
  case without

  /// The chosen term; nil for none.
  public var term: Term? {
    if case .chosen(let term) = self { term } else { nil }
  }
}
