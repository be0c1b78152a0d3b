import Foundation

/// Converts the values of a transformable attribute to the bytes in a store, and back.
///
/// A subclass overrides both methods. Register an instance by name once, before creating a
/// coordinator with a model that names it; all contexts then share it:
///
///     final class ColorTransformer: ValueTransformer, @unchecked Sendable { … }
///     ValueTransformer.setValueTransformer(ColorTransformer(), forName: "ColorTransformer")
///
/// It is called from any thread, possibly concurrently, and must not have mutable state. Nil is
/// stored as nil without a transformer. Equal values should give equal bytes, because different
/// bytes count as a change to the object.
open class ValueTransformer: @unchecked Sendable {
  // Sound: the class has no state; subclasses are responsible for theirs.

  /// Creates a transformer.
  public init() {}

  /// Converts a value to bytes, as `Data`. If it throws, or returns anything but `Data`, the value
  /// is rejected.
  open func transformedValue(_ value: Any?) throws -> Any? { value }

  /// Converts bytes from `transformedValue(_:)` back to a value.
  open func reverseTransformedValue(_ value: Any?) throws -> Any? { value }

  /// Whether bytes can be converted back to values, as required for an attribute's transformer. The
  /// default is true.
  open class func allowsReverseTransformation() -> Bool { true }
}

extension ValueTransformer {
  private static let registry = Lock<[ValueTransformerName: ValueTransformer]>([:])

  /// Registers a transformer under a name; nil removes the name.
  ///
  /// A model in use keeps the transformers that it has found. The names of the secure unarchiver
  /// can be overridden.
  public static func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: ValueTransformerName
  ) {
    registry.withLock { $0[name] = transformer }
  }

  /// The transformer registered under a name, or the built-in one with that name, or nil.
  public static func valueTransformer(forName name: ValueTransformerName) -> ValueTransformer? {
    registry.withLock { $0[name] } ?? (name.isKeyedArchive ? KeyedArchiveTransformer.shared : nil)
  }

  /// The names of the registered transformers, sorted.
  public static func valueTransformerNames() -> [ValueTransformerName] {
    registry.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
  }

  /// The transformer of a transformable attribute.
  ///
  /// - Throws: code 134020 if none is registered under its name, or it does not support reverse
  ///   transformation.
  package static func transformer(of attribute: AttributeDescription) throws -> ValueTransformer {
    guard let name = attribute.valueTransformerName, !name.isEmpty else {
      return KeyedArchiveTransformer.shared
    }
    let entity = attribute.entity?.name ?? ""
    let path = "\(entity).\(attribute.keyPath)"
    // The module prefix of a Swift class in a model file is ignored.
    let short = name.split(separator: ".").last.map { ValueTransformerName(String($0)) }
    guard
      let found = valueTransformer(forName: ValueTransformerName(name))
        ?? short.flatMap({ valueTransformer(forName: $0) })
    else {
      throw ObjectGraphError.wrongModel(
        "\(path) needs the unknown value transformer \(name)",
        repair: "register it with ValueTransformer.setValueTransformer(_:forName: \"\(name)\") "
          + "before a coordinator is created with the model", entity: entity, key: attribute.keyPath
      )
    }
    guard type(of: found).allowsReverseTransformation() else {
      throw ObjectGraphError.wrongModel(
        "the value transformer \(name) of \(path) cannot convert bytes back to values",
        repair: "let allowsReverseTransformation() return true and override "
          + "reverseTransformedValue(_:)", entity: entity, key: attribute.keyPath)
    }
    return found
  }

  /// Converts a value to bytes.
  ///
  /// - Throws: errors of the transformer; code 134061 if it returns anything but `Data`.
  package final func data(of value: Any) throws -> Data {
    let transformed = try transformedValue(value)
    guard let data = transformed as? Data else {
      throw ObjectGraphError(
        .invalidArgument, "\(type(of: self)) cannot convert \(type(of: value)) to data",
        repair: "set a value of the transformer's type")
    }
    return data
  }
}
