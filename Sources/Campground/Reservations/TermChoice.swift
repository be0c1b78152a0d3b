import ObjectGraph

/// A term of a stay that is chosen by name, such as its cancellation policy or its discount.
///
///     booking.policy = .chosen(lax)
///     try service.edit("R-1", policy: .without)
public enum TermChoice<Term> {
  /// The one that was named.
  case chosen(Term)
  /// None at all.
  case without
}

extension TermChoice where Term: ManagedObject {
  /// What was chosen, with the values that the store has at the moment; nil for none.
  ///
  /// - Throws: `CampgroundError.gone`.
  func current(in context: ManagedObjectContext) throws -> Term? {
    switch self {
    case .chosen(let term): try context.current(term)
    case .without: nil
    }
  }
}
