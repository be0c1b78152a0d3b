import ObjectModel

/// An object that key paths are read from, with the destinations of its relationships.
///
/// A prototype is used by one read at a time, so that key paths can be resolved on any thread and
/// recursively; the pool of a class grows to the largest number of simultaneous reads.
final class RecordingPrototype: @unchecked Sendable {
  // Sound: only the read that dequeued it uses it until it is enqueued again.

  let object: ManagedObject
  let recorder: PathRecorder
  let recording: Recording

  private init(_ objectClass: ManagedObject.Type) {
    recording = Recording()
    (object, recorder) = PathRecorder.prototype(of: objectClass, recording)
  }

  private static let free = Lock<[ObjectIdentifier: [RecordingPrototype]]>([:])

  static func dequeue(_ objectClass: ManagedObject.Type) -> RecordingPrototype {
    let kept = free.withLock { $0[ObjectIdentifier(objectClass)]?.popLast() }
    return kept ?? RecordingPrototype(objectClass)
  }

  /// Returns the prototype to the pool; it must be in its original state.
  func enqueue(_ objectClass: ManagedObject.Type) {
    Self.free.withLock { $0[ObjectIdentifier(objectClass), default: []].append(self) }
  }
}
