import ObjectGraph

/// A part of what is known of a stay, which belongs to its reservation.
package protocol FactOfStay: ManagedObject {
  /// The stay; never nil in a saved fact.
  var reservation: Reservation? { get }
}

extension StaySegment: FactOfStay {}
extension GivenUpNights: FactOfStay {}
extension ChangeFee: FactOfStay {}
extension Allowance: FactOfStay {}
extension TaxWaiver: FactOfStay {}
extension OverriddenRule: FactOfStay {}

extension Reservation {
  /// Facts in the order of their places, without those that are deleted.
  package static func inOrder<Fact: ManagedObject>(
    _ facts: Set<Fact>, _ position: (Fact) -> Int32
  ) -> [Fact] {
    facts.isEmpty
      ? [] : facts.lazy.filter { !$0.isDeleted }.sorted { position($0) < position($1) }
  }
}
