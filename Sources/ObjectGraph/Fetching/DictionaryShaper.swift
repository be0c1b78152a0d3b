import Foundation
import ObjectModel
import ObjectStore

/// Makes the dictionaries of a fetch of the values that a store gave.
struct DictionaryShaper {
  private let plan: ResultPlan
  /// What turns the data of transformable attributes into values, by column.
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

  /// - Throws: code 134061 for data that its transformer cannot turn into a value.
  func dictionary(of values: [AttributeValue]) throws -> [String: any Sendable] {
    try dictionary(of: plan.shapes, values) ?? [:]
  }

  /// Nil without any value.
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
      // Sound: the transformer made the value just now, for this dictionary alone.
      if let value = try transformer.reverseTransformedValue(data),
        let sendable = Self.cast(value, to: (any Sendable).self)
      {
        return sendable
      }
    } catch {
      throw noValue(name, data, "\(error)")
    }
    throw noValue(name, data, "its transformer makes no value of it")
  }

  /// A cast to a type that cannot be named in one, as that of any `Sendable` value.
  private static func cast<Value>(_ value: Any, to type: Value.Type) -> Value? { value as? Value }

  private func noValue(_ name: String, _ data: Data, _ reason: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument,
      "the \(data.count) bytes of \(name) cannot be turned into a value: \(reason)",
      repair: "leave \(name) out of propertiesToFetch, or mend the data", entityName: entityName,
      key: name)
  }
}
