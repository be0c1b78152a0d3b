import ObjectModel

extension StoreIdentity {
  /// The number of the store among its coordinator's.
  var number: Int { Self.number(ofKey: base) }
}
