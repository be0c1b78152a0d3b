import Foundation
import ObjectModel
import ObjectStore
import Synchronization

/// Transient attributes of type `undefined`, which hold any value as long as their object is not
/// turned into a fault.
///
/// The row contains a number for each value, so that the attribute is changed, rolled back and
/// undone like any other. The object keeps the values by number, next to its to-many relationships.
final class UntypedValues {
  fileprivate var values: [Int64: Any] = [:]

  /// Numbers are unique in the process, since rows are passed between contexts.
  fileprivate static let lastNumber = Atomic<Int64>(0)
}

extension ManagedObject {
  /// The value for a number in a row; nil if the number came from another context.
  final func untypedValue(of property: PropertyLayout, in row: Row) -> Any? {
    number(of: property, in: row).flatMap { untypedValues?.values[$0] }
  }

  /// Stores a value and returns the data that represents it in the row.
  final func keep(untyped value: Any) -> Data {
    let number = UntypedValues.lastNumber.add(1, ordering: .relaxed).newValue
    let kept = untypedValues ?? UntypedValues()
    if contextReference?.tracker.undoRecorder == nil {
      let used = Set(numbers(in: row) + numbers(in: snapshot))
      kept.values = kept.values.filter { used.contains($0.key) }
    }
    kept.values[number] = value
    untypedValues = kept
    return withUnsafeBytes(of: number) { Data($0) }
  }

  /// Replaces a property's value with one that cannot be compared, without recording a change:
  /// otherwise, each validation would count as a change, and require another one.
  ///
  /// - Returns: false, having done nothing, if the value can be compared or is the first one.
  final func replace(untyped value: Any, of property: PropertyLayout) -> Bool {
    guard !(value is any Equatable), !(type(of: value) is AnyClass), let row,
      let number = number(of: property, in: row), let kept = untypedValues,
      let former = kept.values[number], !(former is any Equatable)
    else { return false }
    kept.values[number] = value
    return true
  }

  /// Forgets the values; they revert to their defaults when the object is next read.
  final func forgetUntypedValues() {
    if untypedValues != nil { untypedValues = nil }
  }

  private func numbers(in row: Row?) -> [Int64] {
    guard let row else { return [] }
    return layout.transients.compactMap { $0.isUntyped ? number(of: $0, in: row) : nil }
  }

  private func number(of property: PropertyLayout, in row: Row) -> Int64? {
    guard !row.isNull(property.index) else { return nil }
    return row.withBytes(slot: property.slot) { bytes in
      bytes.count == 8 ? bytes.loadUnaligned(as: Int64.self) : nil
    }
  }

  /// Stored in the list of to-many relationships, after these and the fetched properties.
  private var untypedValues: UntypedValues? {
    get {
      guard let toManys, toManys.count > layout.relationshipCount else { return nil }
      return toManys[layout.relationshipCount]?.typed as? UntypedValues
    }
    set {
      let state = newValue.map { _ in ToManyState(committed: nil, order: nil) }
      state?.typed = newValue
      keep(state, at: layout.relationshipCount)
    }
  }
}

extension ManagedObject {
  /// Stores a state in the list of to-many relationships, extending it if necessary.
  final func keep(_ state: ToManyState?, at index: Int) {
    var states = toManys ?? Array(repeating: nil, count: layout.toManyCount)
    while states.count <= index { states.append(nil) }
    states[index] = state
    toManys = states
  }
}

extension EntityLayout {
  /// The number of entries that to-many relationships and fetched properties use in an object's
  /// list.
  var relationshipCount: Int { toManyCount + fetchedProperties.count }
}
