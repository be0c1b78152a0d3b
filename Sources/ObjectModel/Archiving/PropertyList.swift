import Foundation

/// A value in a binary property list, the UIDs of keyed archives included.
///
/// Foundation's `PropertyListSerialization` has no type for a UID on Linux and cannot write one.
package indirect enum PropertyList: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case date(Date)
  case data(Data)
  case string(String)
  /// The index of an object in a keyed archive.
  case uid(UInt32)
  case array([PropertyList])
  /// A set's elements, in the order in which the file lists them.
  case set([PropertyList])
  case dictionary([String: PropertyList])

  /// How deep containers may lie within each other.
  static let maximumDepth = 128
}

extension PropertyList {
  /// The values of a dictionary by their keys.
  typealias Fields = [String: PropertyList]

  /// The text, or nil when the value is none.
  var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The whole number, or nil when the value is none.
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// Whether the value is true, or a number that is not 0; keyed archives have either.
  var isTrue: Bool {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value != 0
    default: false
    }
  }

  /// The elements of an array or a set, or nil when the value is neither.
  var elements: [PropertyList]? {
    switch self {
    case .array(let values), .set(let values): values
    default: nil
    }
  }
}
