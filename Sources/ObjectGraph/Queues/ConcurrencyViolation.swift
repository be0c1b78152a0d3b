/// A use of a context, or of one of its objects, on the wrong queue.
public struct ConcurrencyViolation: Sendable, Hashable {
  /// The entity of the object; nil if the context itself was used.
  public let entityName: String?

  /// The property, or the context's method.
  public let key: String

  /// The name of the context, if it has one.
  public let contextName: String?

  /// The queue that the context belongs to.
  public let queue: String

  /// The queue that it was used on.
  public let callersQueue: String
}

extension ConcurrencyViolation: CustomStringConvertible {
  /// `Pet.name of the context "import" was used on the main queue; it belongs to the queue …`
  public var description: String {
    let place = [entityName, key].compactMap { $0 }.joined(separator: ".")
    let context = contextName.map { "the context \"\($0)\"" } ?? "an unnamed context"
    return "\(place) of \(context) was used on \(callersQueue); it belongs to \(queue)"
  }
}
