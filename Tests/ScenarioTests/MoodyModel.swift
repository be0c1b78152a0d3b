import Foundation
import ObjectGraph

/// Moody's entities: moods in countries, countries on continents, the latter two under one abstract
/// entity.
enum Moody {
  /// A country or a continent.
  class GeographicRegion: ManagedObject, ManagedEntity {
    @Managed("numericISO3166Code") var numericISO3166Code: Int16
    @Managed("uniquenessDummy") var uniquenessDummy: Int16
    @Managed("numberOfMoods") var numberOfMoods: Int64
    @Managed("updatedAt") var updatedAt: Date
    @Managed("markedForDeletionDate") var markedForDeletionDate: Date?

    static var defaultSortDescriptors: [FetchSortDescriptor] {
      [FetchSortDescriptor(key: "updatedAt", ascending: false)]
    }

    static var defaultPredicate: FetchPredicate? {
      try? FetchPredicate(format: "markedForDeletionDate == nil")
    }

    /// The region of a code, which is made when a mood is first recorded there.
    static func findOrCreate<Region: GeographicRegion>(
      _ region: Region.Type, code: Int16, in context: ManagedObjectContext
    ) throws -> Region {
      let predicate = try FetchPredicate(format: "numericISO3166Code == %d", code)
      return try Region.findOrCreate(in: context, matching: predicate) { region in
        region.numericISO3166Code = code
      }
    }

    override func awakeFromInsert() {
      updatedAt = managedObjectContext?.now ?? .distantPast
    }
  }

  final class Continent: GeographicRegion {
    @Managed("numberOfCountries") var numberOfCountries: Int64
    @Managed("countries") var countries: Set<Country>
  }

  final class Country: GeographicRegion {
    @Managed("continent") var continent: Continent?
    @Managed("moods") var moods: Set<Mood>

    /// A continent goes with its last country.
    override func prepareForDeletion() {
      guard let continent else { return }
      if continent.countries.allSatisfy({ $0 === self || $0.isDeleted }) {
        managedObjectContext?.delete(continent)
      }
    }
  }

  final class Mood: ManagedObject, ManagedEntity {
    @Managed("date") var date: Date
    @Managed("colors") var colors: [Color]?
    @Managed("creatorID") var creatorID: String?
    @Managed("latitude") var latitude: Double?
    @Managed("longitude") var longitude: Double?
    @Managed("remoteIdentifier") var remoteIdentifier: String?
    @Managed("markedForDeletionDate") var markedForDeletionDate: Date?
    @Managed("markedForRemoteDeletion") var markedForRemoteDeletion: Bool
    @Managed("country") var country: Country?

    static var defaultSortDescriptors: [FetchSortDescriptor] {
      [FetchSortDescriptor(key: "date", ascending: false)]
    }

    static var defaultPredicate: FetchPredicate? {
      try? FetchPredicate(
        format: "markedForRemoteDeletion == NO AND markedForDeletionDate == nil")
    }

    /// Records a mood in a country of a continent.
    @discardableResult
    static func insert(
      into context: ManagedObjectContext, country: Int16, continent: Int16, colors: [Color] = []
    ) throws -> Mood {
      let mood: Mood = try context.insertObject()
      mood.date = context.now
      mood.colors = colors
      let place = try GeographicRegion.findOrCreate(Country.self, code: country, in: context)
      if place.continent == nil {
        place.continent = try GeographicRegion.findOrCreate(
          Continent.self, code: continent, in: context)
      }
      mood.country = place
      return mood
    }

    /// A country goes with its last mood.
    override func prepareForDeletion() {
      guard let country else { return }
      if country.moods.allSatisfy({ $0 === self || $0.isDeleted }) {
        managedObjectContext?.delete(country)
      }
    }
  }

  /// One of the colors of a mood.
  struct Color: Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  /// Keeps the colors of a mood in three bytes each, as the application on Apple's systems does.
  private final class ColorsTransformer: ValueTransformer, @unchecked Sendable {
    // Sound: there is no state.

    override func transformedValue(_ value: Any?) throws -> Any? {
      (value as? [Color]).map { Data($0.flatMap { [$0.red, $0.green, $0.blue] }) }
    }

    override func reverseTransformedValue(_ value: Any?) throws -> Any? {
      guard let data = value as? Data, data.count.isMultiple(of: 3) else { return nil }
      let bytes = Array(data)
      return stride(from: 0, to: bytes.count, by: 3).map {
        Color(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
      }
    }
  }

  /// The first version of the model.
  static func makeModel() -> ManagedObjectModel {
    ValueTransformer.setValueTransformer(ColorsTransformer(), forName: "ColorsTransformer")
    let many = { (name: String, destination: String, inverse: String) in
      RelationshipDescription(
        name: name, destination: destination, inverse: inverse, maxCount: 0, isOptional: false)
    }
    let colors = AttributeDescription("colors", .transformable)
    colors.valueTransformerName = "ColorsTransformer"
    return ManagedObjectModel {
      EntityDescription(
        "GeographicRegion", class: GeographicRegion.self, isAbstract: true,
        unique: [["numericISO3166Code", "uniquenessDummy"]],
        subentities: [
          EntityDescription("Continent", class: Continent.self) {
            AttributeDescription(
              "numberOfCountries", .integer64, isOptional: false, default: .integer(0))
            many("countries", "Country", "continent")
          },
          EntityDescription("Country", class: Country.self) {
            RelationshipDescription("continent", toOne: "Continent", inverse: "countries")
            many("moods", "Mood", "country")
          },
        ]
      ) {
        AttributeDescription("markedForDeletionDate", .date)
        AttributeDescription("numberOfMoods", .integer64, isOptional: false, default: .integer(0))
        AttributeDescription(
          "numericISO3166Code", .integer16, isOptional: false, default: .integer(0))
        AttributeDescription("uniquenessDummy", .integer16, isOptional: false, default: .integer(0))
        AttributeDescription("updatedAt", .date, isOptional: false)
      }
      EntityDescription("Mood", class: Mood.self) {
        colors
        AttributeDescription("creatorID", .string)
        AttributeDescription("date", .date, isOptional: false)
        AttributeDescription("latitude", .double)
        AttributeDescription("longitude", .double)
        AttributeDescription("markedForDeletionDate", .date, isIndexed: true)
        AttributeDescription(
          "markedForRemoteDeletion", .boolean, isOptional: false, default: .boolean(false))
        AttributeDescription("remoteIdentifier", .string, isIndexed: true)
        RelationshipDescription("country", toOne: "Country", inverse: "moods")
      }
    }
  }

}

extension ManagedObjectContext {
  /// The time on the application's clock, which a test sets.
  fileprivate var now: Date { userInfo["now"] as? Date ?? .distantPast }
}
