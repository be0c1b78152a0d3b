import Synchronization

/// The permanent ID that an unsaved object will get, for those who know the object by its temporary
/// one and may ask when it was saved: predicates.
///
/// It does not keep the object, and where nobody waits, saved objects are not looked up.
final class AwaitedIdentity: Sendable {
  /// What all who wait for one object are told.
  private final class Answer: Sendable {
    let permanentID = Lock<ManagedObjectID?>(nil)
  }

  private struct Waiting {
    let answer: Answer
    var count: Int
  }

  private static let waiting = Lock<[Int64: Waiting]>([:])
  private static let isAnyWaiting = Atomic(false)

  private let reference: Int64
  private let answer: Answer

  /// The permanent ID, once there is one.
  var permanentID: ManagedObjectID? { answer.permanentID.withLock { $0 } }

  /// Waits for the permanent ID of the object with that temporary reference.
  init(_ reference: Int64) {
    self.reference = reference
    answer = Self.waiting.withLock { waiting in
      let answer = waiting[reference]?.answer ?? Answer()
      waiting[reference, default: Waiting(answer: answer, count: 0)].count += 1
      Self.isAnyWaiting.store(true, ordering: .relaxed)
      return answer
    }
  }

  deinit {
    let (reference, answer) = (reference, answer)
    Self.waiting.withLock { waiting in
      // What was answered is waited for no longer.
      guard let known = waiting[reference], known.answer === answer else { return }
      if known.count > 1 {
        waiting[reference]?.count -= 1
      } else {
        waiting[reference] = nil
        Self.isAnyWaiting.store(!waiting.isEmpty, ordering: .relaxed)
      }
    }
  }

  /// Tells whoever waits for the object with that temporary reference its permanent ID.
  ///
  /// Costs the look at one flag where nobody waits for any object.
  static func announce(_ permanentID: () -> ManagedObjectID, of reference: Int64) {
    guard isAnyWaiting.load(ordering: .relaxed) else { return }
    let answer: Answer? = waiting.withLock { waiting in
      let answer = waiting.removeValue(forKey: reference)?.answer
      isAnyWaiting.store(!waiting.isEmpty, ordering: .relaxed)
      return answer
    }
    guard let answer else { return }
    let id = permanentID()
    answer.permanentID.withLock { $0 = id }
  }
}

extension ManagedObjectID {
  /// The ID for somebody who may keep it until its object is saved: `current` then leads to the
  /// permanent one.
  package var awaited: ManagedObjectID {
    guard reference < 0, entityIdentity.awaited == nil else { return self }
    let identity = EntityIdentity(entity, awaited: AwaitedIdentity(reference))
    return ManagedObjectID(store: nil, entity: identity, reference: reference)
  }

  /// The permanent ID of an object that was saved since somebody asked for its `awaited` one; else
  /// the ID itself.
  package var current: ManagedObjectID {
    guard reference < 0 else { return self }
    return entityIdentity.awaited?.permanentID ?? self
  }

  /// Tells whoever waits for the object with that temporary reference its permanent ID.
  package static func announcePermanentID(
    of reference: Int64, _ permanentID: () -> ManagedObjectID
  ) {
    AwaitedIdentity.announce(permanentID, of: reference)
  }
}
