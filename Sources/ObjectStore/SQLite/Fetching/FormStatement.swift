import ObjectModel
import SQLite

/// The statement of the fetches whose predicates come of one format and that ask for nothing else.
///
/// They differ in their values alone, which go from the format's arguments right to the statement's
/// parameters: what the predicate was resolved to is not looked at.
struct FormStatement {
  /// What the predicate of the first such fetch was made of.
  private let form: FilledTemplate
  private let statement: Statement
  private let identity: StoreIdentity

  /// - Returns: nil where a constant of the fetch is no value of its predicate's form, or is bound
  ///   elsewhere.
  init?(
    _ request: FetchPlan, _ shape: FetchShape, _ statement: Statement, in identity: StoreIdentity
  ) {
    guard let form = Self.form(of: request), form.values.count == shape.bindings.count else {
      return nil
    }
    for (value, binding) in zip(form.values, shape.bindings) where SQLBinding(value) != binding {
      return nil
    }
    (self.form, self.statement, self.identity) = (form, statement, identity)
  }

  /// The form of a fetch that has no clause but its predicate.
  static func form(of request: FetchPlan) -> FilledTemplate? {
    guard let form = request.form, request.sorts.isEmpty, request.limit <= 0, request.offset <= 0
    else { return nil }
    return form
  }

  func isOf(_ other: FilledTemplate) -> Bool { form.isLike(other) }

  /// The statement with the values of another fetch of the format bound; nil where one of them is
  /// of a kind that may change the text.
  func bound(to other: FilledTemplate) -> Statement? {
    let (values, first) = (other.values, form.values)
    for index in values.indices {
      if case .objectID(let id) = values[index] {
        guard case .objectID(let known) = first[index], id.entity === known.entity,
          !id.isTemporaryID, id.store === identity
        else { return nil }
        statement.bind(Int32(index + 1), id.reference)
      } else if let binding = SQLBinding(values[index]) {
        binding.bind(to: statement, Int32(index + 1))
      } else {
        return nil
      }
    }
    return statement
  }
}
