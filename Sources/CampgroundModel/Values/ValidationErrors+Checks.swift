import ObjectGraph

extension ValidationErrors {
  /// Runs all checks, and throws the errors of those that fail together.
  static func collect(from checks: () throws -> Void...) throws {
    var errors = ValidationErrors()
    for check in checks { errors.collect(check) }
    try errors.throwAll()
  }
}

extension ManagedObject {
  /// The first changed property of a posted line or sale, which may only be reversed, once; nil
  /// where nothing else changed.
  func keyChangedBesideReversal(_ isMeant: (String) -> Bool = { _ in true }) throws -> String? {
    let isReversed =
      try committedValues(forKeys: ["reversedBy"])["reversedBy"] as? ManagedObject != nil
    return changedValues().keys.filter { isMeant($0) && ($0 != "reversedBy" || isReversed) }.min()
  }
}
