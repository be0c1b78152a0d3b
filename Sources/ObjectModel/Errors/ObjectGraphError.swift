import Foundation

/// The engine's single error type: Core Data's code, what went wrong and where, and how to fix it.
public struct ObjectGraphError: Error, Sendable {
  /// Core Data's error code.
  public var code: Code

  /// What went wrong, as a sentence without a final period.
  public var message: String

  /// How to fix it, or nil if there is no advice.
  public var repair: String?

  /// The name of the entity concerned.
  public var entityName: String?

  /// The object concerned.
  public var objectID: ManagedObjectID?

  /// The property concerned.
  public var key: String?

  /// The rejected value.
  public var value: AttributeValue?

  /// The position in the predicate's format string, in characters from zero.
  public var position: Int?

  /// The errors combined in this one, in the order in which they were found.
  public var underlyingErrors: [ObjectGraphError]

  /// Additional facts, such as `filePath` for an error of a file and `sqliteResultCode` for one of
  /// SQLite; see the keys of type `DetailKey`.
  public var details: Details

  /// Creates an error; control characters in the message are made visible.
  ///
  /// The parameters are the properties of the same names.
  public init(
    _ code: Code, _ message: String, repair: String? = nil, entityName: String? = nil,
    objectID: ManagedObjectID? = nil, key: String? = nil, value: AttributeValue? = nil,
    position: Int? = nil, underlyingErrors: [ObjectGraphError] = [],
    details: Details = Details()
  ) {
    self.code = code
    self.message = message.withVisibleControls
    self.repair = repair
    self.entityName = entityName
    self.objectID = objectID
    self.key = key
    self.value = value
    self.position = position
    self.underlyingErrors = underlyingErrors
    self.details = details
  }
}

extension ObjectGraphError: CustomStringConvertible {
  public var description: String {
    var text = sentence
    if let repair { text += " (\(repair))" }
    for error in underlyingErrors { text += "\n- \(error.description)" }
    return text
  }

  /// The message with its position, unless it already contains one.
  private var sentence: String {
    guard let position, !message.contains("at character") else { return message }
    return "\(message), at character \(position)"
  }
}

extension ObjectGraphError: CustomNSError, LocalizedError {
  public static var errorDomain: String { NSCocoaErrorDomain }

  public var errorCode: Int { code.rawValue }

  public var errorDescription: String? { sentence }

  public var recoverySuggestion: String? { repair }

  public var errorUserInfo: [String: Any] {
    var info = details.userInfo
    info[NSLocalizedDescriptionKey] = sentence
    if let repair { info[NSLocalizedRecoverySuggestionErrorKey] = repair }
    if let objectID { info[Self.objectKey] = objectID }
    if let key { info[Self.keyKey] = key }
    if let value { info[Self.valueKey] = value.anyValue }
    if !underlyingErrors.isEmpty { info[Self.detailedErrorsKey] = underlyingErrors }
    return info
  }

  /// NSValidationObjectErrorKey: the ID of the object that is not valid.
  public static let objectKey = "NSValidationErrorObject"
  /// NSValidationKeyErrorKey: the name of the property that is not valid.
  public static let keyKey = "NSValidationErrorKey"
  /// NSValidationValueErrorKey: the value that is not valid.
  public static let valueKey = "NSValidationErrorValue"

  /// NSDetailedErrorsKey: the errors gathered under code 1560.
  public static let detailedErrorsKey = "NSDetailedErrors"
}

extension ObjectGraphError {
  /// An invalid model.
  static func wrongModel(
    _ message: String, repair: String? = "fix the model", entity: String? = nil,
    key: String? = nil
  ) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreIncompatibleSchema, message, repair: repair, entityName: entity, key: key)
  }

  /// Damaged data of a model in a store.
  static func damage(
    _ message: String, repair: String = "restore the file from a backup"
  ) -> ObjectGraphError {
    ObjectGraphError(.persistentStoreIncompatibleSchema, message, repair: repair)
  }

  /// Runs a closure.
  ///
  /// - Throws: the closure's error, modified.
  static func passing<Value>(
    _ body: () throws -> Value, changed change: (inout ObjectGraphError) -> Void
  ) throws -> Value {
    do {
      return try body()
    } catch var problem as ObjectGraphError {
      change(&problem)
      throw problem
    }
  }
}

extension String {
  /// The string with control characters and bidirectional controls escaped as `\u{202E}`, so that
  /// quoted text cannot disguise itself; line breaks and tabs are kept.
  package var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.isInvisibleControl) else { return self }
    return unicodeScalars.map { scalar in
      scalar.isInvisibleControl
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisibleControl: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
