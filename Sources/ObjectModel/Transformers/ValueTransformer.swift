import Foundation

/// Turns the values of a transformable attribute into the bytes that a store keeps, and back.
///
/// A subclass overrides both methods, is registered by name once, before a coordinator takes a
/// model into use that names it, and is then shared by all contexts:
///
///     final class ColorTransformer: ValueTransformer, @unchecked Sendable { … }
///     ValueTransformer.setValueTransformer(ColorTransformer(), forName: "ColorTransformer")
///
/// It is called from any thread, several at a time, and must have no state that changes. nil is
/// kept as nil and never reaches a transformer. Equal values should give equal bytes: bytes that
/// differ count as a change of the object.
open class ValueTransformer: @unchecked Sendable {
  // Sound: the class has no state; subclasses answer for theirs.

  public init() {}

  /// The bytes of a value, as `Data`. An error, or anything that is not `Data`, refuses the write.
  open func transformedValue(_ value: Any?) throws -> Any? { value }

  /// The value of bytes that `transformedValue(_:)` made.
  open func reverseTransformedValue(_ value: Any?) throws -> Any? { value }

  /// Whether bytes can be turned into values again, which an attribute's transformer must do. The
  /// default is true.
  open class func allowsReverseTransformation() -> Bool { true }
}

extension ValueTransformer {
  private static let registry = Lock<[ValueTransformerName: ValueTransformer]>([:])

  /// Makes a transformer known by a name, or forgets the name for nil.
  ///
  /// A model that is in use keeps the transformers that it found. The names of the secure
  /// unarchiver can be taken by a transformer of one's own.
  public static func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: ValueTransformerName
  ) {
    registry.withLock { $0[name] = transformer }
  }

  /// The transformer that is registered under a name, or the engine's own of that name, or nil.
  public static func valueTransformer(forName name: ValueTransformerName) -> ValueTransformer? {
    registry.withLock { $0[name] } ?? (name.isKeyedArchive ? KeyedArchiveTransformer.shared : nil)
  }

  /// The names of the registered transformers, sorted.
  public static func valueTransformerNames() -> [ValueTransformerName] {
    registry.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
  }

  /// The transformer of a transformable attribute.
  ///
  /// - Throws: code 134020 when none of its name is registered, or that one goes one way only.
  package static func transformer(of attribute: AttributeDescription) throws -> ValueTransformer {
    guard let name = attribute.valueTransformerName, !name.isEmpty else {
      return KeyedArchiveTransformer.shared
    }
    let entity = attribute.entity?.name ?? ""
    let path = "\(entity).\(attribute.keyPath)"
    // A module's name before it, as Swift classes have it in model files, is left out.
    let short = name.split(separator: ".").last.map { ValueTransformerName(String($0)) }
    guard
      let found = valueTransformer(forName: ValueTransformerName(name))
        ?? short.flatMap({ valueTransformer(forName: $0) })
    else {
      throw ObjectGraphError.wrongModel(
        "\(path) needs the unknown value transformer \(name)",
        repair: "register it with ValueTransformer.setValueTransformer(_:forName: \"\(name)\") "
          + "before the model is taken into use", entity: entity, key: attribute.keyPath)
    }
    guard type(of: found).allowsReverseTransformation() else {
      throw ObjectGraphError.wrongModel(
        "the value transformer \(name) of \(path) cannot turn bytes into values again",
        repair: "let allowsReverseTransformation() return true and override "
          + "reverseTransformedValue(_:)", entity: entity, key: attribute.keyPath)
    }
    return found
  }

  /// The bytes of a value.
  ///
  /// - Throws: what the transformer throws; code 134061 when it gives something else than `Data`.
  package final func data(of value: Any) throws -> Data {
    let transformed = try transformedValue(value)
    guard let data = transformed as? Data else {
      throw ObjectGraphError(
        .invalidArgument, "\(type(of: self)) makes no data of \(type(of: value))",
        repair: "set a value of the type that the transformer is for")
    }
    return data
  }
}
