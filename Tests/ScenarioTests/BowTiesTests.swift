import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// BowTies: a wardrobe of bow ties with every type of attribute that a wardrobe can need.
@MainActor
final class BowTiesTests: XCTestCase {
  private let tuesday = Date(timeIntervalSinceReferenceDate: 600_000_000)

  private func eachWardrobe(_ body: @MainActor (Wardrobe) throws -> Void) async throws {
    try await eachKindOfStore(of: BowTies.makeModel()) { container in
      let wardrobe = Wardrobe(context: container.viewContext)
      try wardrobe.insertSampleData()
      try body(wardrobe)
    }
  }

  func testTheModelIsThatOfTheModelFile() async throws {
    let file = try Fixtures.model("BowTies.xcdatamodeld/BowTies")
    XCTAssertEqual(BowTies.makeModel().lines, file)
  }

  func testTheSampleDataIsInsertedAtTheFirstLaunchOnly() async throws {
    try await eachWardrobe { wardrobe in
      XCTAssertEqual(try BowTies.BowTie.count(in: wardrobe.context), 4)
      try wardrobe.insertSampleData()
      XCTAssertEqual(try BowTies.BowTie.count(in: wardrobe.context), 4)
    }
  }

  func testATieIsShownAsItWasSaved() async throws {
    try await eachWardrobe { wardrobe in
      wardrobe.context.reset()
      let tie = try wardrobe.tie("R")
      XCTAssertEqual(tie.name, "Red Bow Tie")
      XCTAssertEqual(tie.id, UUID(uuidString: "0B1D3E5A-0000-4000-8000-000000000001"))
      XCTAssertEqual(tie.isFavorite, true)
      XCTAssertEqual(tie.rating, 4.5)
      XCTAssertEqual(tie.timesWorn, 0)
      XCTAssertNil(tie.lastWorn)
      XCTAssertEqual(tie.tintColor, Color(red: 255, green: 16, blue: 32, alpha: 255))
      XCTAssertEqual(tie.photoData, Wardrobe.photo(of: "R"))
      XCTAssertEqual(tie.url, URL(string: "https://ties.example/bow?name=Red%20Bow%20Tie"))
    }
  }

  func testANewTieHasTheModelsDefaultsAndNothingElse() async throws {
    try await eachWardrobe { wardrobe in
      let tie: BowTies.BowTie = try wardrobe.context.insertObject()
      XCTAssertEqual(tie.rating, 0)
      XCTAssertEqual(tie.timesWorn, 0)
      XCTAssertNil(tie.id)
      XCTAssertNil(tie.name)
      XCTAssertNil(tie.tintColor)
      XCTAssertNil(tie.photoData)
      XCTAssertNil(tie.url)
      // Every attribute is optional: the save has nothing to say.
      try wardrobe.context.save()
    }
  }

  func testWearingATieCountsAndDatesIt() async throws {
    try await eachWardrobe { wardrobe in
      try wardrobe.wear("M", on: tuesday)
      try wardrobe.wear("M", on: tuesday.addingTimeInterval(86_400))
      wardrobe.context.reset()
      let tie = try wardrobe.tie("M")
      XCTAssertEqual(tie.timesWorn, 2)
      XCTAssertEqual(tie.lastWorn, tuesday.addingTimeInterval(86_400))
      XCTAssertEqual(try wardrobe.tie("R").timesWorn, 0)
    }
  }

  func testARatingFromZeroToFiveIsKept() async throws {
    try await eachWardrobe { wardrobe in
      for rating in [0, 0.5, 5] {
        try wardrobe.rate("B", rating)
        wardrobe.context.reset()
        XCTAssertEqual(try wardrobe.tie("B").rating, rating)
      }
    }
  }

  func testARatingOutOfBoundsIsRefusedAndTheOldOneStays() async throws {
    try await eachWardrobe { wardrobe in
      for (rating, code) in [(5.1, 1610), (6, 1610), (-0.1, 1620), (-1, 1620)] {
        XCTAssertThrowsError(try wardrobe.rate("R", rating)) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code.rawValue, code, "\(rating)")
          XCTAssertEqual(error?.key, "rating")
          XCTAssertEqual(error?.value, .double(rating))
        }
        XCTAssertEqual(try wardrobe.tie("R").rating, 4.5)
        XCTAssertFalse(wardrobe.context.hasChanges)
      }
    }
  }

  func testTheUserIsAskedAgainUntilTheRatingIsAccepted() async throws {
    try await eachWardrobe { wardrobe in
      var answers = [9.0, -3, 3.5]
      var asked = 0
      try wardrobe.rate("R") {
        asked += 1
        return answers.removeFirst()
      }
      XCTAssertEqual(asked, 3)
      XCTAssertEqual(try wardrobe.tie("R").rating, 3.5)
    }
  }

  func testATintCanBeChangedAndTakenAway() async throws {
    try await eachWardrobe { wardrobe in
      let tie = try wardrobe.tie("R")
      tie.tintColor = Color(red: 1, green: 2, blue: 3, alpha: 4)
      try wardrobe.context.save()
      wardrobe.context.refreshAllObjects()
      XCTAssertEqual(tie.tintColor, Color(red: 1, green: 2, blue: 3, alpha: 4))
      XCTAssertEqual(
        try tie.value(forKey: "tintColor") as? Color, Color(red: 1, green: 2, blue: 3, alpha: 4))
      tie.tintColor = nil
      try wardrobe.context.save()
      wardrobe.context.refreshAllObjects()
      XCTAssertNil(tie.tintColor)
    }
  }

  func testTheTiesOfAKindAreFoundBySegment() async throws {
    try await eachWardrobe { wardrobe in
      for (key, name) in ["R": "Red Bow Tie", "B": "Black Bow Tie", "W": "White Bow Tie"] {
        XCTAssertEqual(try wardrobe.tie(key).name, name)
      }
      let favourites = try BowTies.BowTie.fetch(in: wardrobe.context) { request in
        request.predicate = try FetchPredicate(format: "isFavorite == YES AND rating >= 4.5")
        request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      }
      XCTAssertEqual(favourites.map(\.searchKey), ["R"])
    }
  }

  func testLargePhotosLieBesideTheStoreAndSmallOnesInIt() async throws {
    let folder = try temporaryFolder("ties")
    let container = try PersistentContainer(
      name: "BowTies", managedObjectModel: BowTies.makeModel(),
      descriptions: [PersistentStoreDescription(url: folder.file("BowTies.sqlite"))])
    try container.loadPersistentStores()
    let wardrobe = Wardrobe(context: container.viewContext)
    try wardrobe.insertSampleData()
    let photos = folder.file(".BowTies_SUPPORT/_EXTERNAL_DATA")
    func sizes() throws -> [Int] {
      try FileManager.default.contentsOfDirectory(atPath: photos.path).map {
        try Data(contentsOf: photos.appendingPathComponent($0)).count
      }
    }
    // The red tie's photo is the only large one.
    XCTAssertEqual(try sizes(), [400_000])
    wardrobe.context.reset()
    XCTAssertEqual(try wardrobe.tie("R").photoData, Wardrobe.photo(of: "R"))
    XCTAssertEqual(try wardrobe.tie("W").photoData, Wardrobe.photo(of: "W"))
    wardrobe.context.delete(try wardrobe.tie("R"))
    try wardrobe.context.save()
    XCTAssertEqual(try BowTies.BowTie.count(in: wardrobe.context), 3)
    XCTAssertEqual(try sizes(), [])
  }
}

/// What the screen of the application does.
@MainActor
private struct Wardrobe {
  let context: ManagedObjectContext

  /// A photo that differs from tie to tie; the red one is large.
  static func photo(of key: String) -> Data {
    Data(repeating: key.utf8.first ?? 0, count: key == "R" ? 400_000 : 900)
  }

  func insertSampleData() throws {
    guard try BowTies.BowTie.count(in: context) == 0 else { return }
    let samples: [(key: String, name: String, rating: Double, color: Color)] = [
      ("R", "Red Bow Tie", 4.5, Color(red: 255, green: 16, blue: 32, alpha: 255)),
      ("M", "Multi Bow Tie", 3, Color(red: 20, green: 90, blue: 200, alpha: 255)),
      ("B", "Black Bow Tie", 5, Color(red: 0, green: 0, blue: 0, alpha: 255)),
      ("W", "White Bow Tie", 2, Color(red: 255, green: 255, blue: 255, alpha: 128)),
    ]
    try context.performChanges {
      for (number, sample) in samples.enumerated() {
        let tie: BowTies.BowTie = try context.insertObject()
        tie.id = UUID(uuidString: "0B1D3E5A-0000-4000-8000-00000000000\(number + 1)")
        tie.isFavorite = sample.key == "R"
        (tie.searchKey, tie.name, tie.rating) = (sample.key, sample.name, sample.rating)
        tie.tintColor = sample.color
        tie.photoData = Self.photo(of: sample.key)
        let query = sample.name.replacingOccurrences(of: " ", with: "%20")
        tie.url = URL(string: "https://ties.example/bow?name=\(query)")
      }
    }
  }

  /// The tie of a segment of the control.
  func tie(_ searchKey: String) throws -> BowTies.BowTie {
    try XCTUnwrap(
      try BowTies.BowTie.findOrFetch(
        in: context, matching: try FetchPredicate(format: "searchKey == %@", searchKey)))
  }

  func wear(_ searchKey: String, on date: Date) throws {
    let tie = try tie(searchKey)
    try context.performChanges {
      tie.timesWorn += 1
      tie.lastWorn = date
    }
  }

  func rate(_ searchKey: String, _ rating: Double) throws {
    let tie = try tie(searchKey)
    try context.performChanges { tie.rating = rating }
  }

  /// Asks for a rating again while it is too large or too small.
  func rate(_ searchKey: String, asking ask: () -> Double) throws {
    do {
      try rate(searchKey, ask())
    } catch let error as ObjectGraphError
      where error.code == .validationNumberTooLarge || error.code == .validationNumberTooSmall
    {
      try rate(searchKey, asking: ask)
    }
  }
}

/// A color in bytes.
private struct Color: TransformableValue, Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8
}

/// Keeps a color as four bytes.
private final class ColorAttributeTransformer: ValueTransformer, @unchecked Sendable {
  // Sound: there is no state.

  override func transformedValue(_ value: Any?) throws -> Any? {
    guard let color = value as? Color else { return nil }
    return Data([color.red, color.green, color.blue, color.alpha])
  }

  override func reverseTransformedValue(_ value: Any?) throws -> Any? {
    guard let data = value as? Data, data.count == 4 else { return nil }
    let bytes = Array(data)
    return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }
}

private enum BowTies {
  final class BowTie: ManagedObject, ManagedEntity {
    @Managed("id") var id: UUID?
    @Managed("isFavorite") var isFavorite: Bool
    @Managed("lastWorn") var lastWorn: Date?
    @Managed("name") var name: String?
    @Managed("photoData") var photoData: Data?
    @Managed("rating") var rating: Double
    @Managed("searchKey") var searchKey: String?
    @Managed("timesWorn") var timesWorn: Int32
    @Managed("tintColor") var tintColor: Color?
    @Managed("url") var url: URL?
  }

  static func makeModel() -> ManagedObjectModel {
    ValueTransformer.setValueTransformer(
      ColorAttributeTransformer(), forName: "ColorAttributeTransformer")
    let photo = AttributeDescription("photoData", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    let rating = AttributeDescription("rating", .double, default: .double(0))
    (rating.minimumValue, rating.maximumValue) = (.double(0), .double(5))
    let tint = AttributeDescription("tintColor", .transformable)
    tint.valueTransformerName = "ColorAttributeTransformer"
    return ManagedObjectModel {
      EntityDescription("BowTie", class: BowTie.self) {
        AttributeDescription("id", .uuid)
        AttributeDescription("isFavorite", .boolean)
        AttributeDescription("lastWorn", .date)
        AttributeDescription("name", .string)
        photo
        rating
        AttributeDescription("searchKey", .string)
        AttributeDescription("timesWorn", .integer32, default: .integer(0))
        tint
        AttributeDescription("url", .uri)
      }
    }
  }
}
