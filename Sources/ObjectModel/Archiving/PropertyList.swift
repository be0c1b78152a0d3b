import Foundation

/// A value in a binary property list, including the UIDs of keyed archives.
///
/// On Linux, Foundation's `PropertyListSerialization` has no type for UIDs and cannot write them.
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
  /// The elements of a set, in the order of the file.
  case set([PropertyList])
  case dictionary([String: PropertyList])

  /// The maximum nesting depth of containers.
  static let maximumDepth = 128
}

extension PropertyList {
  /// The values of a dictionary, by key.
  typealias Fields = [String: PropertyList]

  /// The string, or nil if the value is not one.
  var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The whole number, or nil if the value is not one.
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// Whether the value is true, or a nonzero number; keyed archives use both.
  var isTrue: Bool {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value != 0
    default: false
    }
  }

  /// The elements of an array or a set, or nil if the value is neither.
  var elements: [PropertyList]? {
    switch self {
    case .array(let values), .set(let values): values
    default: nil
    }
  }
}
