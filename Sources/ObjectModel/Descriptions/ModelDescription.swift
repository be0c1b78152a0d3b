/// What the entities of a model and their properties have in common.
///
/// A description may be changed until its model is taken into use by a coordinator; from then on a
/// change is refused and reported to standard error.
public class ModelDescription: @unchecked Sendable {
  // Sound: whatever this class and its subclasses have to say is behind `facts`, which the compiler
  // cannot see.
  final let facts = Freezable(())

  init() {}

  /// Free text by key, for the application.
  @Fact public var userInfo: [String: String] = [:]

  /// Text that goes into the version hash, to mark a change that the hash would not see.
  @Fact public var versionHashModifier: String? = nil

  /// What is described, in a sentence.
  var subject: String { "description" }

  final func read<Result>(_ body: () -> Result) -> Result { facts.read { _ in body() } }

  /// Changes what the description says, or reports that its model is in use.
  ///
  /// - Returns: whether it was changed.
  @discardableResult
  final func change(_ body: () -> Void) -> Bool {
    let isChanged = facts.change { _ in body() }
    if !isChanged { ModelReport.refusedChange(of: subject) }
    return isChanged
  }
}
