/// Notes which properties are read of a prototype, and answers in place of a row.
protocol PropertyRecorder: AnyObject {
  /// Notes the property whose name is the literal at an address.
  func slot(at address: UnsafePointer<UInt8>) -> PropertySlot

  /// The prototype that a to-one relationship leads to.
  func destination(at slot: PropertySlot) -> ManagedObject?

  /// The prototypes in a to-many relationship.
  func members(at slot: PropertySlot) -> [ManagedObject]
}
