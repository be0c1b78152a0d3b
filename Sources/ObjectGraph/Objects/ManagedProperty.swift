import ObjectModel

/// What the set-up asks of a `@Managed` property without knowing its type.
package protocol ManagedProperty {
  var name: UnsafePointer<UInt8> { get }
  var valueType: Any.Type { get }

  /// Whether the property's Swift type can hold that property of the model.
  func accepts(_ property: PropertyDescription) -> Bool
}
