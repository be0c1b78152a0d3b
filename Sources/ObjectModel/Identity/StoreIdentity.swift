import Synchronization

/// What the IDs of one open store share: its UUID, and its number among its coordinator's stores.
///
/// One instance a store that was added to a coordinator. It leads to the store for as long as that
/// belongs to the coordinator, so that an ID needs no reference to it and does not keep it open.
public final class StoreIdentity: Sendable {
  /// The store's UUID in upper case.
  public let identifier: String

  private let knownBase = Atomic<Int64>(0)
  // Not weak: each use of an object that was ever referred to weakly costs more.
  private let owner = Lock<(any AnyObject & Sendable)?>(nil)

  package init(identifier: String) {
    self.identifier = identifier
  }

  /// How many bits of a key are the primary key; the number of the store is above them.
  private static let referenceBits: Int64 = 48

  /// How many stores a coordinator can tell apart, removed ones included.
  package static let greatestCount = 1 << 15

  /// What the coordinator adds to the primary keys of the store's rows; 0 for its first store.
  package var base: Int64 { knownBase.load(ordering: .relaxed) }

  /// The store while it belongs to a coordinator.
  package var store: (any AnyObject & Sendable)? { owner.withLock { $0 } }

  /// Takes note that the store entered a coordinator as the one of that number.
  package func attach(_ store: any AnyObject & Sendable, number: Int) {
    knownBase.store(Int64(number) << Self.referenceBits, ordering: .relaxed)
    owner.withLock { $0 = store }
  }

  /// Takes note that the store left its coordinator, or that the coordinator goes.
  package func detach() { owner.withLock { $0 = nil } }

  /// The number of the store that a positive key belongs to.
  @inline(__always)
  package static func number(ofKey key: Int64) -> Int { Int(key >> referenceBits) }

  /// The primary key within a positive key.
  @inline(__always)
  package static func reference(ofKey key: Int64) -> Int64 { key & (1 << referenceBits - 1) }

  /// Whether the primary keys whose bits were put together leave room for the number of a store.
  @inline(__always)
  package static func isReference(_ bits: Int64) -> Bool { bits >> referenceBits == 0 }
}
