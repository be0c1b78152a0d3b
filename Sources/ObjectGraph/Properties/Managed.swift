import ObjectModel
import Synchronization

/// A property of a managed object that the context tracks and the store saves.
///
///     public final class Camper: ManagedObject {
///       @Managed("fullName") public var fullName: String
///       @Managed("reservations") public var reservations: Set<Reservation>
///     }
///
/// The name is that of the property in the model. Reading fires the object's fault; writing marks
/// the object as changed and updates inverse relationships. A value that cannot be read is returned
/// as the type's empty value, and a value that cannot be written changes nothing; either error is
/// recorded in the context's `errors`.
///
/// A property that is not `Optional` reads nil as its type's empty value, such as "" or 0, and
/// cannot be set to nil: declare it as an `Optional` if code needs to distinguish nil from the
/// empty value or to remove a value, or use `setValue(nil, forKey:)`. A mandatory attribute of a
/// new object stays nil until it is set, and fails validation otherwise, even if the empty value
/// would be acceptable: give it a default.
@propertyWrapper
public struct Managed<Value: ManagedValue> {
  /// The address of the name's literal, so that the wrapper is one word.
  @usableFromInline package let name: UnsafePointer<UInt8>

  /// Declares the property with the given name in the model: a string literal, which has an address
  /// even if it is a single character.
  @inlinable
  public init(_ name: StaticString) {
    self.name = name.utf8Start
    if ManagedPropertyProbe.underWay.load(ordering: .relaxed) != 0 {
      ManagedPropertyProbe.note(self.name, Value.managedKind)
    }
  }

  /// Unavailable: a managed property is read through its object.
  @available(*, unavailable, message: "@Managed works on properties of ManagedObject subclasses")
  public var wrappedValue: Value {
    // Unreachable, since the compiler rejects every use.
    get { fatalError("a managed property is read through its object") }
    // swift-format-ignore: UseSingleLinePropertyGetter
    set { fatalError("a managed property is written through its object") }
  }

  /// Reads and writes the property of the object that contains the wrapper.
  ///
  /// Always inlined, so that the compiler knows the key path and reads the wrapper without it.
  @inlinable
  public static subscript<Object: ManagedObject>(_enclosingInstance object: Object,
    wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Managed<Value>>
  ) -> Value {
    @inline(__always) get {
      Value.managedValue(of: object, at: object.slot(at: object[keyPath: storage].name))
    }
    @inline(__always) set {
      Value.setManagedValue(
        newValue, of: object, at: object.slot(at: object[keyPath: storage].name))
    }
  }
}

extension Managed: ManagedPropertyWrapper {}
