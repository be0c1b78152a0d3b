import ObjectGraph

/// A fact of a stay, stored with its reservation.
public class FactOfStay: ManagedObject {
  /// The stay; never nil once saved.
  @Managed("reservation") public final var reservation: Reservation?
}

extension Reservation {
  /// The facts by position, without deleted ones.
  package static func inOrder<Fact: ManagedObject>(
    _ facts: Set<Fact>, _ position: (Fact) -> Int32
  ) -> [Fact] {
    facts.isEmpty
      ? [] : facts.lazy.filter { !$0.isDeleted }.sorted { position($0) < position($1) }
  }
}
