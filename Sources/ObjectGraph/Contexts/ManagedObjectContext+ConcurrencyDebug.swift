extension ManagedObjectContext {
  /// In a debug build that asks for it: notes a use of the context away from its queue.
  @inline(__always)
  final func checkQueue(_ method: StaticString = #function) {
    #if DEBUG
      guard ConcurrencyDebug.isEnabled, !queue.isHeld else { return }
      ConcurrencyDebug.report("\(method)", of: nil, contextName: name, on: queue)
    #endif
  }
}

extension ManagedObject {
  /// In a debug build that asks for it: notes a use of the object away from its context's queue.
  @inline(__always)
  final func checkQueue(_ key: @autoclosure () -> String) {
    #if DEBUG
      guard ConcurrencyDebug.isEnabled, let context = contextReference, !context.queue.isHeld else {
        return
      }
      ConcurrencyDebug.report(key(), of: layout.name, contextName: context.name, on: context.queue)
    #endif
  }

  /// As `checkQueue(_:)`, for a slot that may be of no property.
  @inline(__always)
  final func checkQueue(at slot: PropertySlot) {
    checkQueue(slot.isBound ? layout.properties[Int(slot.index)].name : "an unknown property")
  }
}
