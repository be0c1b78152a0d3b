/// Calls the body with an object without counting a reference to it.
///
/// Counting is atomic, and takes longer than most of what is done with an object on the hot paths.
///
/// Sound: as long as something else retains the object until the body returns. A caller passes
/// either an element of a collection that it keeps, or what a property of an object in use refers
/// to; then the body does not change that property, and calls no code that could: no awake method,
/// observer or delegate.
///
/// - Parameter object: evaluated at the beginning; an argument that is evaluated by the caller would
///   be retained until the call returns.
@inlinable @inline(__always)
package func withUncounted<Object: AnyObject, Result>(
  _ object: @autoclosure () -> Object, _ body: (Object) throws -> Result
) rethrows -> Result {
  let reference = Unmanaged.passUnretained(object())
  return try reference._withUnsafeGuaranteedRef(body)
}

/// Does the same with an object that may be missing.
///
/// - Returns: nil without an object.
@inlinable @inline(__always)
package func withUncounted<Object: AnyObject, Result>(
  optional object: @autoclosure () -> Object?, _ body: (Object) throws -> Result
) rethrows -> Result? {
  guard let reference = object().map({ Unmanaged.passUnretained($0) }) else { return nil }
  return try reference._withUnsafeGuaranteedRef(body)
}
