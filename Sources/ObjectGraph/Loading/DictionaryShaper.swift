import Foundation
import ObjectModel
import ObjectStore

/// Creates the dictionaries of a fetch from the values of a store.
struct DictionaryShaper {
  private let plan: ResultPlan
  /// The transformers that convert the data of transformable attributes to values, by column.
  private let transformers: [ValueTransformer?]
  private let entityName: String?

  init(_ plan: ResultPlan, model: ModelLayout) {
    self.plan = plan
    transformers = plan.columns.map { column in
      guard case .path(let path) = column.expression, let attribute = path.attribute,
        attribute.attributeType == .transformable
      else { return nil }
      let owner = path.steps.last?.destinationEntity ?? path.rootEntity
      return model.layout(of: owner)?.property(of: attribute)?.transformer
    }
    if case .path(let path)? = plan.columns.first?.expression {
      entityName = path.rootEntity.name
    } else {
      entityName = nil
    }
  }

  /// - Throws: code 134061 if a transformer cannot convert its data to a value.
  func dictionary(of values: [AttributeValue]) throws -> [String: any Sendable] {
    try dictionary(of: plan.shapes, values) ?? [:]
  }

  /// Nil if there are no values.
  private func dictionary(
    of shapes: [(name: String, shape: ResultPlan.Shape)], _ values: [AttributeValue]
  ) throws -> [String: any Sendable]? {
    var dictionary: [String: any Sendable] = [:]
    dictionary.reserveCapacity(shapes.count)
    for (name, shape) in shapes {
      switch shape {
      case .column(let column):
        if let value = try value(values[column], of: column) { dictionary[name] = value }
      case .composite(let elements):
        if let nested = try self.dictionary(of: elements, values) { dictionary[name] = nested }
      }
    }
    return dictionary.isEmpty ? nil : dictionary
  }

  private func value(_ value: AttributeValue, of column: Int) throws -> (any Sendable)? {
    if let transformer = transformers[column], case .data(let data) = value {
      return try self.value(of: data, transformer, column)
    }
    let wanted = plan.columns[column].wantedType
    return (wanted == .undefined ? value : value.converted(to: wanted) ?? value).sendableValue
  }

  private func value(
    of data: Data, _ transformer: ValueTransformer, _ column: Int
  ) throws -> any Sendable {
    let name = plan.columns[column].name
    do {
      // Sound: the transformer has just created the value for this dictionary only.
      if let value = try transformer.reverseTransformedValue(data),
        let sendable = Self.cast(value, to: (any Sendable).self)
      {
        return sendable
      }
    } catch {
      throw noValue(name, data, "\(error)")
    }
    throw noValue(name, data, "its transformer returns no value")
  }

  /// Casts to a type that a cast cannot name directly, such as any `Sendable` value.
  private static func cast<Value>(_ value: Any, to type: Value.Type) -> Value? { value as? Value }

  private func noValue(_ name: String, _ data: Data, _ reason: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument,
      "the \(data.count) bytes of \(name) cannot be converted to a value: \(reason)",
      repair: "leave \(name) out of propertiesToFetch, or fix the data", entityName: entityName,
      key: name)
  }
}
