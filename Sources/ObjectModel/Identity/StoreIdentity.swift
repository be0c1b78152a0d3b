import Synchronization

/// The part of an ID that all objects of an open store share: its UUID, and its number among its
/// coordinator's stores.
///
/// There is one instance for each store added to a coordinator. It refers to the store only while
/// the store belongs to the coordinator, so IDs do not keep the store open.
public final class StoreIdentity: Sendable {
  /// The store's UUID in upper case.
  public let identifier: String

  private let knownBase = Atomic<Int64>(0)
  // Not weak, because each use of an object that was ever weakly referenced is slower.
  private let owner = Lock<(any AnyObject & Sendable)?>(nil)

  package init(identifier: String) {
    self.identifier = identifier
  }

  /// The number of bits for the primary key in a key; the store's number is in the bits above them.
  private static let referenceBits: Int64 = 48

  /// The maximum number of stores in a coordinator's lifetime, including removed ones.
  package static let greatestCount = 1 << 15

  /// The offset that the coordinator adds to the primary keys of the store's rows; 0 for its first
  /// store.
  package var base: Int64 { knownBase.load(ordering: .relaxed) }

  /// The store, while it belongs to a coordinator.
  package var store: (any AnyObject & Sendable)? { owner.withLock { $0 } }

  /// Records that the store was added to a coordinator, with its number.
  package func attach(_ store: any AnyObject & Sendable, number: Int) {
    knownBase.store(Int64(number) << Self.referenceBits, ordering: .relaxed)
    owner.withLock { $0 = store }
  }

  /// Records that the store left its coordinator, or that the coordinator was released.
  package func detach() { owner.withLock { $0 = nil } }

  /// The number of the store to which a positive key belongs.
  @inline(__always)
  package static func number(ofKey key: Int64) -> Int { Int(key >> referenceBits) }

  /// The primary key within a positive key.
  @inline(__always)
  package static func reference(ofKey key: Int64) -> Int64 { key & (1 << referenceBits - 1) }

  /// Whether primary keys, given as the OR of their bits, leave room for the store's number.
  @inline(__always)
  package static func isReference(_ bits: Int64) -> Bool { bits >> referenceBits == 0 }
}
