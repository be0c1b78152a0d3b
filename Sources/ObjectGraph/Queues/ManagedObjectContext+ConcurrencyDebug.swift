extension ManagedObjectContext {
  /// Reports a use of the context off its queue, in debug builds with concurrency debugging
  /// enabled.
  @inline(__always)
  final func checkQueue(_ method: StaticString = #function) {
    #if DEBUG
      guard ConcurrencyDebug.isEnabled, !queue.isHeld else { return }
      ConcurrencyDebug.report("\(method)", of: nil, contextName: name, on: queue)
    #endif
  }
}

extension ManagedObject {
  /// Reports a use of the object off its context's queue, in debug builds with concurrency
  /// debugging enabled.
  @inline(__always)
  final func checkQueue(_ key: @autoclosure () -> String) {
    #if DEBUG
      guard ConcurrencyDebug.isEnabled, let context = contextReference, !context.queue.isHeld else {
        return
      }
      ConcurrencyDebug.report(key(), of: layout.name, contextName: context.name, on: context.queue)
    #endif
  }

  /// Like `checkQueue(_:)`, for a slot that may belong to no property.
  @inline(__always)
  final func checkQueue(at slot: PropertySlot) {
    checkQueue(slot.isBound ? layout.properties[Int(slot.index)].name : "an unknown property")
  }
}
