import ObjectModel

/// The classes of managed objects, by the names that models use.
///
/// Except on Apple's platforms, Swift cannot find a class by its name, so each class named in a
/// model file must be registered once, before the model is used. `EntityDescription(_:class:)`
/// needs no registration.
public enum ManagedObjectClasses {
  private static let classes = Lock<[String: ManagedObject.Type]>([:])

  /// Registers classes under their full names (`Module.Camper`) and their short ones (`Camper`).
  ///
  /// Of two classes with the same short name, the last one registered is found.
  public static func register(_ types: ManagedObject.Type...) {
    classes.withLock { known in
      for type in types {
        known[type.fullName] = type
        known["\(type)"] = type
      }
    }
  }

  /// Registers a class only under its full name, which is unique.
  fileprivate static func registerFullName(of type: ManagedObject.Type) {
    classes.withLock { $0[type.fullName] = type }
  }

  /// The class with the given name; an unregistered full name falls back to the part after the last
  /// dot.
  public static func named(_ name: String) -> ManagedObject.Type? {
    classes.withLock { known in
      known[name] ?? known[String(name.split(separator: ".").last ?? "")]
    }
  }
}

extension EntityDescription {
  /// Creates an entity whose objects have the given class.
  ///
  ///     EntityDescription("Camper", class: Camper.self, unique: [["email"]]) {
  ///       AttributeDescription("email", .string, isOptional: false)
  ///     }
  ///
  /// The class is registered under its full name. To be found by a model file that names it without
  /// a module, it must be registered with `ManagedObjectClasses`.
  ///
  /// The other parameters are those of the initializer that takes the class's name.
  public convenience init<Object: ManagedObject>(
    _ name: String, class objectClass: Object.Type, isAbstract: Bool = false,
    unique: [[String]] = [], indexes: [FetchIndexDescription] = [],
    subentities: [EntityDescription] = [], renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:], searchKeyPaths: [String] = [],
    @PropertiesBuilder _ properties: () -> [PropertyDescription]
  ) {
    ManagedObjectClasses.registerFullName(of: objectClass)
    self.init(
      name, class: objectClass.fullName, isAbstract: isAbstract, unique: unique,
      indexes: indexes, subentities: subentities, renamingIdentifier: renamingIdentifier,
      userInfo: userInfo, searchKeyPaths: searchKeyPaths, properties)
  }
}

extension ManagedObject {
  /// The name of the class with its module. `String(reflecting:)` gives the same, but first looks
  /// for a description of its own in every conformance of the program.
  fileprivate static var fullName: String { _typeName(self) }
}
