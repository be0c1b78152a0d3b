/// The base class of entity and property descriptions.
///
/// A description can be changed until a coordinator is created with its model; afterwards, changes
/// are rejected and reported to standard error.
public class ModelDescription: @unchecked Sendable {
  // Sound: all state of this class and its subclasses is behind `facts`, which the compiler cannot
  // verify.
  final let facts = Freezable(())

  init() {}

  /// Application-defined text by key.
  @Fact public var userInfo: [String: String] = [:]

  /// Text included in the version hash, to mark a change that the hash does not cover.
  @Fact public var versionHashModifier: String? = nil

  /// The name that the entity or property had in the model's previous version, for migration.
  public var renamingIdentifier: String? {
    get { formerName ?? ownName }
    set { formerName = newValue }
  }

  @Fact private var formerName: String? = nil

  /// The name of the entity or property.
  var ownName: String? { nil }

  /// A phrase for the description, for messages.
  var subject: String { "description" }

  final func read<Result>(_ body: () -> Result) -> Result { facts.read { _ in body() } }

  /// Changes the description, or reports that its model is in use.
  ///
  /// - Returns: whether it was changed.
  @discardableResult
  final func change(_ body: () -> Void) -> Bool {
    let isChanged = facts.change { _ in body() }
    if !isChanged { ModelReport.refusedChange(of: subject) }
    return isChanged
  }
}
