import ObjectModel

/// The classes of managed objects by the name that a model gives them.
///
/// Swift off Apple's systems cannot find a class by its name, so each class that a model file names
/// is registered once, before the model is taken into use. `EntityDescription(_:class:)` needs no
/// registration.
public enum ManagedObjectClasses {
  private static let classes = Lock<[String: ManagedObject.Type]>([:])

  /// Makes classes known under their full names (`Module.Camper`) and their short ones (`Camper`).
  ///
  /// Of two classes with one short name, the last registered has it.
  public static func register(_ types: ManagedObject.Type...) {
    classes.withLock { known in
      for type in types {
        known[String(reflecting: type)] = type
        known[String(describing: type)] = type
      }
    }
  }

  /// Makes a class known under its full name only, which no other class has.
  fileprivate static func registerFullName(of type: ManagedObject.Type) {
    classes.withLock { $0[String(reflecting: type)] = type }
  }

  /// The class of that name; a module's name before the last dot counts only where it is known.
  public static func named(_ name: String) -> ManagedObject.Type? {
    classes.withLock { known in
      known[name] ?? known[String(name.split(separator: ".").last ?? "")]
    }
  }
}

extension EntityDescription {
  /// Makes an entity whose objects are of the given class.
  ///
  ///     EntityDescription("Camper", class: Camper.self, unique: [["email"]]) {
  ///       AttributeDescription("email", .string, isOptional: false)
  ///     }
  ///
  /// The class is known under its full name from then on. A model file that names it without a
  /// module finds it once it is registered with `ManagedObjectClasses`.
  ///
  /// The parameters are those of the initialiser that takes the class's name.
  public convenience init<Object: ManagedObject>(
    _ name: String, class objectClass: Object.Type, isAbstract: Bool = false,
    unique: [[String]] = [], indexes: [FetchIndexDescription] = [],
    subentities: [EntityDescription] = [], renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:], searchKeyPaths: [String] = [],
    @PropertiesBuilder _ properties: () -> [PropertyDescription]
  ) {
    ManagedObjectClasses.registerFullName(of: objectClass)
    self.init(
      name, class: String(reflecting: objectClass), isAbstract: isAbstract, unique: unique,
      indexes: indexes, subentities: subentities, renamingIdentifier: renamingIdentifier,
      userInfo: userInfo, searchKeyPaths: searchKeyPaths, properties)
  }
}
