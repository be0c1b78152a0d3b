import ObjectModel

/// An object from which key paths are read, with the prototypes that its relationships lead to.
///
/// A prototype is taken by one reading at a time, so that key paths can be resolved on any thread,
/// and while another one is; as many are kept of each class as there ever were readings at once.
final class RecordingPrototype: @unchecked Sendable {
  // Sound: whoever took it is the only one to use it until it is given back.

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

  /// Lets others use the prototype, which must be as it was when it was dequeued.
  func enqueue(_ objectClass: ManagedObject.Type) {
    Self.free.withLock { $0[ObjectIdentifier(objectClass), default: []].append(self) }
  }
}
