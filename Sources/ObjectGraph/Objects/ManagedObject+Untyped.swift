import Foundation
import ObjectModel
import ObjectStore
import Synchronization

/// Transient attributes of type `undefined`, which hold any value for as long as their object is in
/// use.
///
/// The row has a number for the value, so that changing, rolling back and undoing are
/// what they are for any attribute. The object keeps the values by these numbers, beside
/// its to-many relationships.
final class UntypedValues {
  fileprivate var values: [Int64: Any] = [:]

  /// No two values in the process have the same number: rows travel from context to context.
  fileprivate static let lastNumber = Atomic<Int64>(0)
}

extension ManagedObject {
  /// The value that a row has a number for; nil where the number came from another context.
  final func untypedValue(of property: PropertyLayout, in row: Row) -> Any? {
    number(of: property, in: row).flatMap { untypedValues?.values[$0] }
  }

  /// Keeps a value and gives what stands for it in the row.
  final func keep(untyped value: Any) -> Data {
    let number = UntypedValues.lastNumber.add(1, ordering: .relaxed).newValue
    let kept = untypedValues ?? UntypedValues()
    if contextReference?.tracker.undoHook == nil {
      let used = Set(numbers(in: row) + numbers(in: snapshot))
      kept.values = kept.values.filter { used.contains($0.key) }
    }
    kept.values[number] = value
    untypedValues = kept
    return withUnsafeBytes(of: number) { Data($0) }
  }

  /// Puts a value that cannot be compared in the place of the one that a property has,
  /// which is no change that anybody could see: otherwise each check of it would count
  /// as one, and need another.
  ///
  /// - Returns: false, with nothing done, for a value that can be compared or is the first one.
  final func replace(untyped value: Any, of property: PropertyLayout) -> Bool {
    guard !(value is any Equatable), !(type(of: value) is AnyClass), let row,
      let number = number(of: property, in: row), let kept = untypedValues,
      let former = kept.values[number], !(former is any Equatable)
    else { return false }
    kept.values[number] = value
    return true
  }

  /// Forgets the values, which are defaults again when the object is read next.
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

  /// Kept in the list of to-many relationships, behind these and the fetched properties.
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
  /// Keeps what belongs behind the to-many relationships in their list.
  final func keep(_ state: ToManyState?, at index: Int) {
    var states = toManys ?? Array(repeating: nil, count: layout.toManyCount)
    while states.count <= index { states.append(nil) }
    states[index] = state
    toManys = states
  }
}

extension EntityLayout {
  /// The places that to-many relationships and fetched properties take in an object's list.
  var relationshipCount: Int { toManyCount + fetchedProperties.count }
}
