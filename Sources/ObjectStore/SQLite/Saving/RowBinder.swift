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
  /// Text and blobs are bound where they lie in the row: its memory does not move and the change set
  /// retains the row until the statement was stepped. A statement is never stepped again without
  /// binding every parameter anew.
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
    try row.withMemory { memory in
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
            if number.isNaN {
              throw KeepableValues.notANumber(
                bindings[position].property, layout, objectID: temporaryID(of: row))
            }
            statement.bind(parameter, number)
          case .string, .uri:
            let count = Int(word & 0xffff_ffff)
            guard count <= SQLiteError.Kind.greatestLength else {
              throw tooLong(bindings[position].property, of: row)
            }
            statement.bindTextInPlace(parameter, memory.bytes + Int(word >> 32), count)
          case .data, .externalData, .uuid:
            let count = Int(word & 0xffff_ffff)
            guard count <= SQLiteError.Kind.greatestLength else {
              throw tooLong(bindings[position].property, of: row)
            }
            statement.bindBlobInPlace(parameter, memory.bytes + Int(word >> 32), count)
          case .decimal:
            let text = UnsafeRawBufferPointer(
              start: memory.bytes + Int(word >> 32), count: Int(word & 0xffff_ffff))
            try bindDecimal(text, bindings[position].property, of: row, to: statement, parameter)
          case .toOne:
            var key = Int64(bitPattern: word)
            if key < 0 {
              guard let known = keys[key] else {
                throw unknownDestination(bindings[position].property, of: row)
              }
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
      }
    }
  }

  private func bindDecimal(
    _ text: UnsafeRawBufferPointer, _ property: PropertyLayout, of row: Row,
    to statement: Statement, _ parameter: Int32
  ) throws {
    switch StoredDecimal(text) {
    case .integer(let number): statement.bind(parameter, number)
    case .real(let number): statement.bind(parameter, number)
    case nil:
      throw KeepableValues.tooManyDigits(
        property, layout, of: row, objectID: temporaryID(of: row))
    }
  }

  private func tooLong(_ property: PropertyLayout, of row: Row) -> ObjectGraphError {
    ObjectGraphError(
      .managedObjectValidation,
      "\(layout.name).\(property.name) is longer than 1,000,000,000 bytes",
      repair: "keep large data in files", entityName: layout.name, objectID: temporaryID(of: row),
      key: property.name)
  }

  private func unknownDestination(_ property: PropertyLayout, of row: Row) -> ObjectGraphError {
    .unsavedDestination(
      entity: layout.name, key: property.name, objectID: temporaryID(of: row))
  }

  /// The ID of a row that was never saved; for others the caller that knows the store adds it.
  private func temporaryID(of row: Row) -> ManagedObjectID? {
    row.key < 0 ? ManagedObjectID(store: nil, entity: layout.entity, reference: row.key) : nil
  }
}
