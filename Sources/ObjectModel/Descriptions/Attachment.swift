/// A place where a module above keeps one object for as long as the owner of the place lives.
package final class Attachment: Sendable {
  private let object = Lock<(any AnyObject & Sendable)?>(nil)

  package init() {}

  /// The object, made on the first call.
  package func value<Kept: AnyObject & Sendable>(_ make: () throws -> Kept) rethrows -> Kept {
    if let known = object.withLock({ $0 }) as? Kept { return known }
    // Made outside the lock: the making may come back here.
    let made = try make()
    return object.withLock { object in
      if let known = object as? Kept { return known }
      object = made
      return made
    }
  }
}
