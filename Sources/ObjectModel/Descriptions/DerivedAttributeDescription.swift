/// An attribute whose value the store computes from others at each save.
///
///     DerivedAttributeDescription("pageCount", .integer64, from: "pages.@count")
///     DerivedAttributeDescription("searchName", .string, from: "canonical:(name)")
///     DerivedAttributeDescription("ownerName", .string, from: "owner.name")
///
/// The value is an ordinary column: it can be fetched, sorted by and indexed. It is computed when
/// the object, or anything that the value depends on, is saved to a store, whichever side changes
/// and whoever changes it. After the save, it is up to date in the saving context and its parents;
/// other contexts get it when they merge the save or refresh the object. If only derived values of
/// an object change, its version does not, so concurrent edits of the object do not conflict.
///
/// A value set by hand is kept until the object's next save, which overwrites it. A new object with
/// a required derived attribute needs such a value, for example from `awakeFromInsert`, to pass
/// validation, because the first value is computed only after that.
///
/// The expression is not part of the version hash, which covers only what Core Data's does: change
/// `versionHashModifier` as well to have a migration recompute the values.
public final class DerivedAttributeDescription: AttributeDescription, @unchecked Sendable {
  // Sound: the superclass holds all facts.

  /// Creates a derived attribute, optional by default.
  ///
  /// - Parameter format: as for `FetchExpression(format:)`; errors are reported when a coordinator
  ///   is created with the model.
  public convenience init(
    _ name: String, _ type: AttributeType, from format: String, isOptional: Bool = true,
    isIndexed: Bool = false
  ) {
    self.init()
    self.name = name
    attributeType = type
    self.isOptional = isOptional
    self.isIndexed = isIndexed
    derivationExpression = FetchExpression(lenientFormat: format)
  }

  /// The derivation: a key path through to-one relationships; `uppercase:`, `lowercase:` or
  /// `canonical:` of one; `@count`, `@sum`, `@min`, `@max` or `@avg` at the end of a path that
  /// starts with a to-many relationship; or `now()`, the time of the object's last save.
  ///
  /// It is checked against the entity when a coordinator is created with the model, before any
  /// store is opened.
  @Fact public var derivationExpression: FetchExpression? = nil
}
