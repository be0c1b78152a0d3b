import ObjectGraph

/// A part of what is known of a stay, which belongs to its reservation.
protocol FactOfStay: ManagedObject {
  /// The stay; never nil in a saved fact.
  var reservation: Reservation? { get }
}

extension StaySegment: FactOfStay {}
extension GivenUpNights: FactOfStay {}
extension ChangeFee: FactOfStay {}
extension Allowance: FactOfStay {}
extension TaxWaiver: FactOfStay {}
extension OverriddenRule: FactOfStay {}
extension StayEvent: FactOfStay {}
