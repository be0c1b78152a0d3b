/// Storage for an object that a module above attaches for the lifetime of the owner.
package final class Attachment: Sendable {
  private let object = Lock<(any AnyObject & Sendable)?>(nil)

  package init() {}

  /// The object, created on first access.
  package func value<Kept: AnyObject & Sendable>(_ make: () throws -> Kept) rethrows -> Kept {
    if let known = object.withLock({ $0 }) as? Kept { return known }
    // Created outside the lock, because creation may call back here.
    let made = try make()
    return object.withLock { object in
      if let known = object as? Kept { return known }
      object = made
      return made
    }
  }
}
