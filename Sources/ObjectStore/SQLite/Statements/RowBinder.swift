import ObjectModel
import SQLite

/// Binds values of a row to the parameters of a statement.
struct RowBinder {
  let layout: EntityLayout
  /// The properties, with their parameters.
  let fields: [StoredField]

  /// - Parameter firstParameter: the parameter of the first column; the others follow.
  init(layout: EntityLayout, properties: [PropertyLayout], firstParameter: Int32) {
    self.layout = layout
    var parameter = firstParameter
    fields = properties.map { property in
      defer { parameter += property.hasEntitySlot ? 2 : 1 }
      return StoredField(property, at: parameter)
    }
  }

  /// Binds the row's values.
  ///
  /// Text and blobs are bound in place: the row's memory does not move, and the change set retains
  /// the row until the statement has been stepped. A statement is never stepped again without
  /// binding all parameters.
  ///
  /// - Throws: code 133000 for a reference to an unsaved object that this save does not insert, and
  ///   validation errors for numbers that the column cannot store.
  @inline(__always)
  func bind(_ row: Row, to statement: Statement, keys: TemporaryKeys) throws {
    let refused = row.withMemory { bind($0, to: statement, keys: keys) }
    if let refused { throw refusal(of: row, refused) }
  }

  /// Binds values in memory that must stay valid until the statement has been stepped.
  ///
  /// - Returns: the property whose value cannot be bound, or nil.
  @inline(__always)
  func bind(_ memory: RowMemory, to statement: Statement, keys: TemporaryKeys) -> PropertyLayout? {
    fields.withUnsafeBufferPointer { fields in
      for field in fields {
        if memory.isNull(field.index) {
          statement.bindNull(field.place)
          if field.hasEntity { statement.bindNull(field.place + 1) }
          continue
        }
        let word = memory.slots[field.slot]
        switch field.kind {
        case .integer16, .integer32, .integer64, .orderKey, .boolean:
          statement.bind(field.place, Int64(bitPattern: word))
        case .double, .float, .date:
          let number = Double(bitPattern: word)
          // SQLite would store NULL for it.
          if number.isNaN { return field.property }
          statement.bind(field.place, number)
        case .string, .uri:
          let count = Int(word & 0xffff_ffff)
          guard count <= SQLiteError.Kind.greatestLength else { return field.property }
          statement.bindTextInPlace(field.place, memory.bytes + Int(word >> 32), count)
        case .data, .externalData, .uuid:
          let count = Int(word & 0xffff_ffff)
          guard count <= SQLiteError.Kind.greatestLength else { return field.property }
          statement.bindBlobInPlace(field.place, memory.bytes + Int(word >> 32), count)
        case .decimal:
          let text = UnsafeRawBufferPointer(
            start: memory.bytes + Int(word >> 32), count: Int(word & 0xffff_ffff))
          switch StoredDecimal(text) {
          case .integer(let number): statement.bind(field.place, number)
          case .real(let number): statement.bind(field.place, number)
          case nil: return field.property
          }
        case .toOne:
          guard let key = keys.primaryKey(of: Int64(bitPattern: word)) else {
            return field.property
          }
          statement.bind(field.place, key)
          if field.hasEntity {
            statement.bind(field.place + 1, Int64(bitPattern: memory.slots[field.slot + 1]))
          }
        case .toMany: break
        }
      }
      return nil
    }
  }

  /// The error for a value that a row can hold but a store cannot.
  private func refusal(of row: Row, _ property: PropertyLayout) -> ObjectGraphError {
    // For a saved row, the caller, which knows the store, adds the ID.
    let id = row.key < 0 ? ManagedObjectID(key: row.key, in: nil, layout) : nil
    func refusal(
      _ what: String, repair: String, _ code: ObjectGraphError.Code = .managedObjectValidation,
      value: AttributeValue? = nil
    ) -> ObjectGraphError {
      ObjectGraphError(
        code, "\(layout.name).\(property.name) \(what)", repair: repair, entityName: layout.name,
        objectID: id, key: property.name, value: value)
    }
    return switch property.kind {
    case .date:
      refusal("is not a date", repair: "set it to a date, or to nil", .validationInvalidDate)
    case .double, .float: refusal("is not a number", repair: "set it to a number, or to nil")
    case .decimal:
      refusal(
        "is \(row.string(slot: property.slot)), which the store cannot represent exactly",
        repair: "use a number of at most 15 digits", value: row.value(of: property))
    case .toOne:
      refusal(
        "leads to an object that is not in the store and not among the objects being saved",
        repair: "save the destination together with the object, or set \(property.name) to nil",
        .managedObjectReferentialIntegrity)
    default: refusal("is longer than 1,000,000,000 bytes", repair: "keep large data in files")
    }
  }
}
