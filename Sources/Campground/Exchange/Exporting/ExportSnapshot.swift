import Foundation
import ObjectGraph

/// A store as it is at one moment, for an export.
public struct ExportSnapshot {
  /// The files, in order.
  public let tables: [ExportTable]

  /// The currency of all campgrounds; nil if there are several.
  public let currency: Currency?

  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator
  private let places: Places

  /// How many objects are in memory at a time.
  private static let batchSize = 500

  init(
    _ context: ManagedObjectContext, coordinator: PersistentStoreCoordinator, timeZone: TimeZone
  ) throws {
    self.context = context
    self.coordinator = coordinator
    places = Places(try context.fetch(Campground.fetchRequest()), timeZone: timeZone)
    currency = places.currency
    tables = ExportTable.tables(of: coordinator.managedObjectModel, currency: places.currency)
  }

  /// The number of rows of a file.
  public func count(of table: ExportTable) throws -> Int {
    try context.count(for: try request(of: table) as FetchRequest<ManagedObject>)
  }

  /// Reads the rows of a file in batches, each with a value for every column, in the order in which
  /// the objects were added.
  ///
  /// - Throws: what the body throws; code 3072 when the coordinator was told to interrupt.
  public func read(
    _ table: ExportTable, each body: ([[ExportValue]]) throws -> Void
  ) throws {
    var rest = try context.fetch(try request(of: table) as FetchRequest<ManagedObjectID>)[...]
    while !rest.isEmpty {
      try coordinator.checkInterruption()
      let batch = Array(rest.prefix(Self.batchSize))
      rest = rest.dropFirst(batch.count)
      let request = FetchRequest<ManagedObject>(entityName: table.entityName)
      request.predicate = try FetchPredicate(format: "SELF IN %@", batch)
      request.relationshipKeyPathsForPrefetching = table.prefetched
      let objects = Dictionary(
        try context.fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
      try body(batch.compactMap { objects[$0] }.map { try row(of: $0, in: table) })
      context.reset()
    }
  }

  private func request<Form>(of table: ExportTable) throws -> FetchRequest<Form> {
    let request = FetchRequest<Form>(entityName: table.entityName)
    request.predicate = try table.condition.map { try FetchPredicate(format: $0) }
    return request
  }

  // MARK: Rows

  private func row(of object: ManagedObject, in table: ExportTable) throws -> [ExportValue] {
    let place = places.place(of: try campground(of: object, in: table))
    return try table.columns.map { column in
      switch column.kind {
      case .code: .text(ExportReference.text(of: object))
      case .currency: .text(place.currency.code)
      case .reference:
        (try object.value(forKeyPath: column.keyPath) as? ManagedObject)
          .map { .text(ExportReference.text(of: $0)) } ?? .none
      default:
        value(
          AttributeValue(try object.value(forKeyPath: column.keyPath)) ?? .null, column.kind,
          at: place)
      }
    }
  }

  private func campground(of object: ManagedObject, in table: ExportTable) throws -> Campground? {
    guard let path = table.campgroundPath else { return nil }
    return path.isEmpty
      ? object as? Campground : try object.value(forKeyPath: path) as? Campground
  }

  private func value(
    _ value: AttributeValue, _ kind: ExportColumn.Kind, at place: Places.Place
  ) -> ExportValue {
    switch (value, kind) {
    case (.null, _): .none
    case (.integer(let days), .date):
      .text("\(CalendarDate(dayNumber: Int32(clamping: days)))")
    case (.integer(let minor), .money):
      .decimal(Self.digits(of: minor, places: place.currency.minorUnitDigits))
    case (.integer(let minute), .time):
      .text(String(format: "%02d:%02d", Int(minute) / 60, Int(minute) % 60))
    case (.integer(let bits), .weekdays):
      bits == 0 ? .none : .text(Weekdays(rawValue: Int16(clamping: bits)).description)
    // The end of what has not ended.
    case (.integer(.max), _): .none
    case (.integer(let number), _): .integer(number)
    case (.boolean(let isTrue), _): .boolean(isTrue)
    case (.double(let number), _): .double(number)
    case (.decimal(let number), _): .decimal(NSDecimalNumber(decimal: number).stringValue)
    case (.date(let date), .instant): .text(date.formatted(place.instants))
    case (.date(let date), _): .text("\(CalendarDate(midnightUTC: date))")
    case (.string(let text), _): .text(text)
    case (.uuid(let identifier), _): .text(identifier.uuidString)
    case (.uri(let address), _): .text(address.absoluteString)
    case (.data, _), (.objectID, _), (.list, _): .none
    }
  }
}

extension ExportSnapshot {
  /// An amount in minor units as a decimal number: `-135.00`.
  private static func digits(of minorUnits: Int64, places: Int) -> String {
    let digits = String(minorUnits.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = minorUnits < 0 ? "-" : ""
    return places == 0
      ? sign + padded : "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  /// The time zones and currencies of the campgrounds.
  private struct Places {
    struct Place {
      let currency: Currency
      let instants: Date.ISO8601FormatStyle
    }

    private let places: [ManagedObjectID: Place]

    /// That of objects that belong to no campground.
    private let first: Place

    init(_ campgrounds: [Campground], timeZone: TimeZone) {
      func place(_ currency: Currency, _ zone: TimeZone) -> Place {
        Place(
          currency: currency,
          instants: Date.ISO8601FormatStyle(
            timeZoneSeparator: .colon, includingFractionalSeconds: false, timeZone: zone))
      }
      let known = campgrounds.map { ($0.objectID, place($0.currency, $0.timeZone)) }
      places = Dictionary(known, uniquingKeysWith: { $1 })
      first = known.first?.1 ?? place(.usd, timeZone)
    }

    /// The currency of all campgrounds; nil if there are several.
    var currency: Currency? {
      let currencies = Set(places.values.map(\.currency))
      return currencies.count > 1 ? nil : currencies.first ?? first.currency
    }

    func place(of campground: Campground?) -> Place {
      campground.flatMap { places[$0.objectID] } ?? first
    }
  }
}
