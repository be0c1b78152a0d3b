import ObjectModel
import SQLite

/// Binds values of a row to the parameters of a statement.
struct RowBinder {
  struct Binding {
    let parameter: Int32
    let index: Int
    let slot: Int
    let kind: SlotKind
    /// Whether the next parameter takes the destination's entity number.
    let hasEntityParameter: Bool
    let isSequence: Bool
    let property: PropertyLayout
  }

  let layout: EntityLayout
  private let bindings: [Binding]

  /// - Parameter firstParameter: that of the first property's column; the others follow.
  init(layout: EntityLayout, properties: [PropertyLayout], firstParameter: Int32) {
    self.layout = layout
    var parameter = firstParameter
    bindings = properties.map { property in
      defer { parameter += property.hasEntitySlot ? 2 : 1 }
      return Binding(
        parameter: parameter, index: property.index, slot: property.slot, kind: property.kind,
        hasEntityParameter: property.hasEntitySlot, isSequence: property.isSequence,
        property: property)
    }
  }

  /// Binds the row's values.
  ///
  /// Text and blobs are bound where they lie in the row: its memory does not move and the change
  /// set retains the row until the statement was stepped. A statement is never stepped again
  /// without binding every parameter anew.
  ///
  /// - Parameters:
  ///   - sequenceValue: gives the value of a sequence attribute that is nil in a new row.
  /// - Throws: code 133000 for a reference to an unsaved object that this save does not insert, and
  ///   validation errors for numbers that the column cannot keep.
  @inline(__always)
  func bind(
    _ row: Row, to statement: Statement, keys: TemporaryKeys,
    sequenceValue: ((PropertyLayout) throws -> Int64)? = nil
  ) throws {
    let refused = try row.withMemory { memory in
      try bind(memory, to: statement, keys: keys, sequenceValue: sequenceValue)
    }
    if let refused { throw refusal(of: row, refused) }
  }

  /// Binds the values that lie in memory which stays until the statement was stepped.
  ///
  /// - Returns: the property whose value cannot be bound, or nil.
  @inline(__always)
  func bind(
    _ memory: RowMemory, to statement: Statement, keys: TemporaryKeys,
    sequenceValue: ((PropertyLayout) throws -> Int64)? = nil
  ) throws -> PropertyLayout? {
    try bindings.withUnsafeBufferPointer { bindings in
      for position in 0..<bindings.count {
        let kind = bindings[position].kind
        let parameter = bindings[position].parameter
        if memory.isNull(bindings[position].index) {
          if bindings[position].isSequence, let sequenceValue {
            statement.bind(parameter, try sequenceValue(bindings[position].property))
            continue
          }
          statement.bindNull(parameter)
          if bindings[position].hasEntityParameter { statement.bindNull(parameter + 1) }
          continue
        }
        let word = memory.slots[bindings[position].slot]
        switch kind {
        case .integer16, .integer32, .integer64, .boolean:
          statement.bind(parameter, Int64(bitPattern: word))
        case .double, .float, .date:
          let number = Double(bitPattern: word)
          // SQLite would keep NULL for it.
          if number.isNaN { return bindings[position].property }
          statement.bind(parameter, number)
        case .string, .uri:
          let count = Int(word & 0xffff_ffff)
          guard count <= SQLiteError.Kind.greatestLength else {
            return bindings[position].property
          }
          statement.bindTextInPlace(parameter, memory.bytes + Int(word >> 32), count)
        case .data, .externalData, .uuid:
          let count = Int(word & 0xffff_ffff)
          guard count <= SQLiteError.Kind.greatestLength else {
            return bindings[position].property
          }
          statement.bindBlobInPlace(parameter, memory.bytes + Int(word >> 32), count)
        case .decimal:
          let text = UnsafeRawBufferPointer(
            start: memory.bytes + Int(word >> 32), count: Int(word & 0xffff_ffff))
          switch StoredDecimal(text) {
          case .integer(let number): statement.bind(parameter, number)
          case .real(let number): statement.bind(parameter, number)
          case nil: return bindings[position].property
          }
        case .toOne:
          var key = Int64(bitPattern: word)
          if key < 0 {
            guard let known = keys[key] else { return bindings[position].property }
            key = known
          }
          statement.bind(parameter, key)
          if bindings[position].hasEntityParameter {
            statement.bind(
              parameter + 1, Int64(bitPattern: memory.slots[bindings[position].slot + 1]))
          }
        case .toMany: break
        }
      }
      return nil
    }
  }

  private func refusal(of row: Row, _ property: PropertyLayout) -> ObjectGraphError {
    let id = temporaryID(of: row)
    return switch property.kind {
    case .double, .float, .date: KeepableValues.notANumber(property, layout, objectID: id)
    case .decimal: KeepableValues.tooManyDigits(property, layout, of: row, objectID: id)
    case .toOne:
      .unsavedDestination(entity: layout.name, key: property.name, objectID: id)
    default: tooLong(property, of: row)
    }
  }

  private func tooLong(_ property: PropertyLayout, of row: Row) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation,
      "\(layout.name).\(property.name) is longer than 1,000,000,000 bytes",
      repair: "keep large data in files", entityName: layout.name, objectID: temporaryID(of: row),
      key: property.name)
  }

  /// The ID of a row that was never saved; for others the caller that knows the store adds it.
  private func temporaryID(of row: Row) -> ManagedObjectID? {
    row.key < 0 ? ManagedObjectID(store: nil, entity: layout.identity, reference: row.key) : nil
  }
}
