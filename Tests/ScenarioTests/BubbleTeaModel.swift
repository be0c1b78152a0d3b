import Foundation
import ObjectGraph

/// BubbleTeaFinder's entities: venues, and what is known of each in entities of their own.
enum BubbleTea {
  final class Venue: ManagedObject, ManagedEntity {
    @Managed("favorite") var favorite: Bool
    @Managed("name") var name: String?
    @Managed("phone") var phone: String?
    @Managed("specialCount") var specialCount: Int32
    @Managed("category") var category: Category?
    @Managed("location") var location: Location?
    @Managed("priceInfo") var priceInfo: PriceInfo?
    @Managed("stats") var stats: Stats?
  }

  final class Category: ManagedObject, ManagedEntity {
    @Managed("categoryID") var categoryID: String?
    @Managed("name") var name: String?
    @Managed("venue") var venue: Venue?
  }

  final class Location: ManagedObject, ManagedEntity {
    @Managed("address") var address: String?
    @Managed("city") var city: String?
    @Managed("country") var country: String?
    @Managed("distance") var distance: Float
    @Managed("state") var state: String?
    @Managed("zipcode") var zipcode: String?
    @Managed("venue") var venue: Venue?
  }

  final class PriceInfo: ManagedObject, ManagedEntity {
    @Managed("priceCategory") var priceCategory: String?
    @Managed("venue") var venue: Venue?
  }

  final class Stats: ManagedObject, ManagedEntity {
    @Managed("checkinsCount") var checkinsCount: Int32
    @Managed("tipCount") var tipCount: Int32
    @Managed("usersCount") var usersCount: Int32
    @Managed("venue") var venue: Venue?
  }

  static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Category", class: Category.self) {
        AttributeDescription("categoryID", .string)
        AttributeDescription("name", .string)
        RelationshipDescription("venue", toOne: "Venue", inverse: "category")
      }
      EntityDescription("Location", class: Location.self) {
        AttributeDescription("address", .string)
        AttributeDescription("city", .string)
        AttributeDescription("country", .string)
        AttributeDescription("distance", .float, default: .double(0))
        AttributeDescription("state", .string)
        AttributeDescription("zipcode", .string)
        RelationshipDescription("venue", toOne: "Venue", inverse: "location")
      }
      EntityDescription("PriceInfo", class: PriceInfo.self) {
        AttributeDescription("priceCategory", .string)
        RelationshipDescription("venue", toOne: "Venue", inverse: "priceInfo")
      }
      EntityDescription("Stats", class: Stats.self) {
        AttributeDescription("checkinsCount", .integer32, default: .integer(0))
        AttributeDescription("tipCount", .integer32, default: .integer(0))
        AttributeDescription("usersCount", .integer32, default: .integer(0))
        RelationshipDescription("venue", toOne: "Venue", inverse: "stats")
      }
      EntityDescription("Venue", class: Venue.self) {
        AttributeDescription("favorite", .boolean)
        AttributeDescription("name", .string)
        AttributeDescription("phone", .string)
        AttributeDescription("specialCount", .integer32, default: .integer(0))
        RelationshipDescription("category", toOne: "Category", inverse: "venue")
        RelationshipDescription("location", toOne: "Location", inverse: "venue")
        RelationshipDescription("priceInfo", toOne: "PriceInfo", inverse: "venue")
        RelationshipDescription("stats", toOne: "Stats", inverse: "venue")
      }
    }
  }
}

/// Venues as the file has them that the application loads at its first launch.
struct VenueFile: Codable {
  struct Response: Codable {
    var venues: [Venue]
  }

  struct Venue: Codable {
    struct Category: Codable {
      var id: String?
      var name: String?
    }

    struct Contact: Codable {
      var phone: String?
    }

    struct Location: Codable {
      var address: String?
      var city: String?
      var country: String?
      var distance: Float
      var postalCode: String?
      var state: String?
    }

    struct Price: Codable {
      var currency: String
    }

    struct Specials: Codable {
      var count: Int32
    }

    struct Stats: Codable {
      var checkinsCount: Int32
      var tipCount: Int32
      var usersCount: Int32
    }

    var name: String
    var categories: [Category]?
    var contact: Contact?
    var location: Location?
    var price: Price?
    var specials: Specials?
    var stats: Stats?
  }

  var response: Response

  init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(VenueFile.self, from: Data(contentsOf: file))
  }

  init(_ venues: [Venue]) {
    response = Response(venues: venues)
  }

  /// Inserts the venues, in the order of the file.
  func insert(into context: ManagedObjectContext) throws {
    for entry in response.venues {
      let venue: BubbleTea.Venue = try context.insertObject()
      venue.name = entry.name
      venue.phone = entry.contact?.phone
      venue.specialCount = entry.specials?.count ?? 0
      if let first = entry.categories?.first {
        let category: BubbleTea.Category = try context.insertObject()
        (category.categoryID, category.name, category.venue) = (first.id, first.name, venue)
      }
      if let place = entry.location {
        let location: BubbleTea.Location = try context.insertObject()
        (location.address, location.city, location.state) = (place.address, place.city, place.state)
        (location.country, location.zipcode) = (place.country, place.postalCode)
        (location.distance, location.venue) = (place.distance, venue)
      }
      if let price = entry.price {
        let info: BubbleTea.PriceInfo = try context.insertObject()
        (info.priceCategory, info.venue) = (price.currency, venue)
      }
      if let numbers = entry.stats {
        let stats: BubbleTea.Stats = try context.insertObject()
        (stats.checkinsCount, stats.usersCount) = (numbers.checkinsCount, numbers.usersCount)
        (stats.tipCount, stats.venue) = (numbers.tipCount, venue)
      }
    }
  }
}
