import Foundation
import ObjectGraph

/// A colour that a transformer keeps as three bytes.
struct Color: TransformableValue, Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

/// Refuses black, and reads three bytes alone.
final class ColorTransformer: ValueTransformer, @unchecked Sendable {
  struct Black: Error {}

  override func transformedValue(_ value: Any?) throws -> Any? {
    guard let color = value as? Color else { return nil }
    if color == Color(red: 0, green: 0, blue: 0) { throw Black() }
    return Data([color.red, color.green, color.blue])
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data, data.count == 3 else { return nil }
    return Color(red: data[0], green: data[1], blue: data[2])
  }
}

/// A reference value, to be changed in place.
final class Notebook: TransformableValue, Codable {
  var lines: [String] = []

  init(_ lines: [String]) {
    self.lines = lines
  }
}

struct Preferences: CodableValue, Equatable {
  var language = "en"
  var sizes: [String: Int] = [:]
}

struct Address: CompositeValue, Equatable {
  var street: String?
  var city: String?

  init(street: String? = nil, city: String? = nil) {
    self.street = street
    self.city = city
  }

  init?(elements: [String: Any]) {
    street = elements["street"] as? String
    city = elements["city"] as? String
  }

  var elements: [String: Any?] { ["street": street, "city": city] }
}

enum Status: Int16, ManagedRawValue {
  case open = 1
  case closed = 2
  static let emptyValue = Status.open
}

final class Site: ManagedObject {
  @Managed("name") var name: String?
  @Managed("color") var color: Color?
  @Managed("extras") var extras: [String: Any]?
  @Managed("labels") var labels: [String]?
  @Managed("notes") var notes: Notebook?
  @Managed("preferences") var preferences: Preferences?
  @Managed("wishes") var wishes: Preferences?
  @Managed("address") var address: Address?
  @Managed("status") var status: Status
  @Managed("former") var former: Status?
  @Managed("photo") var photo: Data?
  @Managed("drawing") var drawing: [String]?
}

enum TypesModel {
  static func make() -> ManagedObjectModel {
    ValueTransformer.setValueTransformer(ColorTransformer(), forName: "TypesColor")
    CodableTransformer<Notebook>.register(forName: "TypesNotebook")
    CodableTransformer<Preferences>.register(forName: "TypesPreferences", format: .propertyList)
    let color = AttributeDescription("color", .transformable)
    color.valueTransformerName = "TypesColor"
    let notes = AttributeDescription("notes", .transformable)
    notes.valueTransformerName = "TypesNotebook"
    let wishes = AttributeDescription("wishes", .transformable)
    wishes.valueTransformerName = "TypesPreferences"
    let labels = AttributeDescription("labels", .transformable)
    labels.valueTransformerName = "NSSecureUnarchiveFromData"
    let photo = AttributeDescription("photo", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    let drawing = AttributeDescription("drawing", .transformable)
    drawing.allowsExternalBinaryDataStorage = true
    return ManagedObjectModel {
      EntityDescription(
        "Site", class: Site.self, unique: [["address.city"], ["name"]],
        indexes: [FetchIndexDescription(name: "byStreet", elements: [.init("address.street")])]
      ) {
        AttributeDescription("name", .string)
        color
        AttributeDescription("extras", .transformable)
        labels
        notes
        AttributeDescription("preferences", .binaryData)
        wishes
        CompositeAttributeDescription("address") {
          AttributeDescription("street", .string)
          AttributeDescription("city", .string)
          CompositeAttributeDescription("place") {
            AttributeDescription("latitude", .double)
            AttributeDescription("longitude", .double)
          }
        }
        AttributeDescription("status", .integer16)
        AttributeDescription("former", .integer16)
        photo
        drawing
      }
    }
  }
}
