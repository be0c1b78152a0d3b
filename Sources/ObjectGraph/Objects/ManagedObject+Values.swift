import Foundation
import ObjectModel
import ObjectStore

/// Reading and writing slots, which accesses to `@Managed` properties compile to.
extension ManagedObject {
  /// The row to read a property from, or nil if its value is nil or cannot be read.
  final func readableRow(_ slot: PropertySlot) -> Row? { hasValue(at: slot) ? row : nil }

  /// Whether a property has a value that can be read, after firing the object's fault.
  @inline(__always)
  private func hasValue(at slot: PropertySlot) -> Bool {
    checkQueue(at: slot)
    if state.isFault || !slot.isBound || row == nil {
      guard canFulfill(slot) else { return false }
    }
    return Row.uncounted(row) { !$0.isNull(Int(slot.index)) } ?? false
  }

  /// The slow path, for faults, objects without values and properties that the model lacks.
  @inline(never)
  private func canFulfill(_ slot: PropertySlot) -> Bool {
    if slot.isBound { return fulfillFault() }
    reportUnbound()
    return false
  }

  /// What the body reads from the row that has a property's value; nil if the value is nil or cannot
  /// be read.
  @inline(__always)
  final func reading<Value>(_ slot: PropertySlot, _ body: (Row) -> Value) -> Value? {
    hasValue(at: slot) ? Row.uncounted(row, body) : nil
  }

  @usableFromInline
  package final func integer(at slot: PropertySlot) -> Int64? {
    reading(slot) { $0.integer(slot: Int(slot.slot)) }
  }

  @usableFromInline
  package final func double(at slot: PropertySlot) -> Double? {
    reading(slot) { $0.double(slot: Int(slot.slot)) }
  }

  @usableFromInline
  package final func string(at slot: PropertySlot) -> String? {
    reading(slot) { $0.string(slot: Int(slot.slot)) }
  }

  @usableFromInline
  package final func setNull(_ slot: PropertySlot) {
    guard let row = writableRow(slot) else { return }
    row.setNull(Int(slot.index))
  }

  @usableFromInline
  package final func set(integer: Int64, at slot: PropertySlot) {
    guard slot.isBound else { return reportUnbound() }
    if Int64(Int16(truncatingIfNeeded: integer)) != integer {
      let kind = layout.properties[Int(slot.index)].kind
      if !kind.holds(integer) {
        return reportRefusal(
          of: .integer(integer), at: slot,
          "\(integer) does not fit into an attribute of type \(kind)")
      }
    }
    let isFirst = changedMask & slot.maskBit == 0
    guard prepareToWrite(slot), let row else { return }
    if isFirst, row.isNull(Int(slot.index)) || row.integer(slot: Int(slot.slot)) != integer {
      differingMask |= slot.maskBit
    }
    row.set(Int(slot.index), slot: Int(slot.slot), integer: integer)
  }

  @usableFromInline
  package final func set(double: Double, at slot: PropertySlot) {
    guard prepareToWrite(slot), let row else { return }
    row.set(Int(slot.index), slot: Int(slot.slot), double: double)
  }

  @usableFromInline
  package final func set(bytes: UnsafeRawBufferPointer, at slot: PropertySlot) {
    guard prepareToWrite(slot), let row else { return }
    if row.set(Int(slot.index), slot: Int(slot.slot), bytes: bytes) { return }
    guard row.mayHold(bytes.count, as: Int(slot.index), layout: layout) else {
      let name = layout.properties[Int(slot.index)].name
      contextReference?.record(makeError(tooLarge: name, bytes.count))
      return
    }
    let larger = row.grown(toFit: bytes.count, layout: layout)
    _ = larger.set(Int(slot.index), slot: Int(slot.slot), bytes: bytes)
    self.row = larger
  }

  /// The object's own row with the property marked as changed, or nil if the write is refused.
  final func writableRow(_ slot: PropertySlot) -> Row? { prepareToWrite(slot) ? row : nil }

  /// Gives the object its own row and marks the property as changed.
  ///
  /// - Returns: false if the write is refused.
  private final func prepareToWrite(_ slot: PropertySlot) -> Bool {
    checkQueue(at: slot)
    guard slot.isBound else {
      reportUnbound()
      return false
    }
    if state.isFault || row == nil {
      guard fulfillFault() else {
        reportRefusal(of: .null, at: slot, "the object can no longer be read")
        return false
      }
    }
    if !state.ownsRow, let row {
      if state.isPlanned { contextReference?.tracker.recordSettling(of: self) }
      // The first change of a clean object: its current row is shared with caches, or with a save
      // in progress, and must not be changed.
      if snapshot == nil, !state.isInserted { snapshot = row }
      self.row = row.copy(extraBytes: 48)
      become(.owner)
    }
    if state.isAwaking {
      become(.writtenUntracked)
      noteRewritten()
    } else {
      recordChange()
      differingMask &= ~(changedMask & slot.maskBit)
      changedMask |= slot.maskBit
    }
    return true
  }

  /// Notifies the context that the object is about to change, unless it already has in this event.
  @inline(__always)
  final func recordChange() {
    if !state.needsNoRecord { contextReference?.didChange(self) }
  }

  /// Notes that the values change, for searches among the unsaved objects.
  @inline(__always)
  final func noteRewritten() {
    if state.isIndexed { contextReference?.tracker.noteRewritten(self) }
  }

  /// Reads the values of a fault.
  ///
  /// - Returns: false if they cannot be read: the context or the row is gone.
  @discardableResult
  final func fulfillFault() -> Bool {
    guard state.isFault || row == nil else { return true }
    guard isInContext, !state.isVanished else { return false }
    do {
      try readValues()
      return true
    } catch {
      contextReference?.recordInaccessible(self, error)
      return false
    }
  }

  /// Reads the values of a fault, and throws if that is not possible.
  ///
  /// - Throws: code 133000 if the context or the row is gone, and errors of the store.
  final func fireFault(forKey key: String?) throws {
    guard state.isFault || row == nil else { return }
    guard isInContext, !state.isVanished else { throw inaccessible(key) }
    try readValues()
  }

  /// Runs a body whose writes are not tracked, as in `awakeFromFetch`; the object is no fault.
  final func untracked<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard !state.isAwaking else { return try body() }
    become(.awaking)
    defer { become(.awake) }
    return try body()
  }

  private func readValues() throws {
    if row == nil || registry?._withUnsafeGuaranteedRef({ $0.mayBeStale(self) }) == true {
      try contextReference?.readRow(of: self)
    }
    become(.awaking)
    if !layout.transients.isEmpty { resetTransients() }
    awakeFromFetch()
    become(.awake)
  }

  // MARK: Errors of property accesses, which cannot throw

  final func reportUnbound() {
    contextReference?.record(
      makeError(
        "a property of \(type(of: self)) is missing from the entity \(layout.name), or has another "
          + "type there",
        repair: "correct the name or the type in @Managed"))
  }

  /// The error for a value with which the object's values would take too many bytes.
  final func makeError(tooLarge name: String, _ count: Int) -> ObjectGraphError {
    makeError(
      about: name,
      "was not changed: with \(count) more bytes, the unsaved values of the object would take more "
        + "than \(Row.greatestByteCount.load(ordering: .relaxed)) bytes",
      code: .managedObjectValidation, repair: "save the object before its next large value")
  }

  final func reportRefusal(of value: AttributeValue, at slot: PropertySlot, _ reason: String) {
    let name = layout.properties[Int(slot.index)].name
    contextReference?.record(
      makeError(
        about: name, "was not changed: \(reason)", code: .managedObjectValidation, value: value))
  }
}

extension PropertySlot {
  /// The property's bit in an object's masks; properties from the 64th on share the last bit.
  var maskBit: UInt64 { 1 << UInt64(min(index, 63)) }
}

extension SlotKind {
  /// Whether an integer is in the attribute's range.
  package func holds(_ value: Int64) -> Bool {
    switch self {
    case .integer16: Int16(exactly: value) != nil
    case .integer32: Int32(exactly: value) != nil
    default: true
    }
  }
}
