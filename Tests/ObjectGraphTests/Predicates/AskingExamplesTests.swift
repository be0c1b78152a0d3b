import Foundation
import ObjectGraph
import XCTest

/// The examples of the page AskingForObjects and of the README, as they stand there.
final class AskingExamplesTests: XCTestCase {
  final class Camper: ManagedObject, ManagedEntity {
    @Managed("fullName") var fullName: String
    @Managed("stays") var stays: Set<Stay>
  }

  final class Stay: ManagedObject, ManagedEntity {
    @Managed("nights") var nights: Int
    @Managed("isPaid") var isPaid: Bool
    @Managed("camper") var camper: Camper?
  }

  private func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Camper", class: Camper.self) {
        AttributeDescription("fullName", .string)
        RelationshipDescription("stays", toMany: "Stay", inverse: "camper")
      }
      EntityDescription("Stay", class: Stay.self) {
        AttributeDescription("nights", .integer32)
        AttributeDescription("isPaid", .boolean)
        RelationshipDescription("camper", toOne: "Camper", inverse: "stays")
      }
    }
  }

  func testTheFourWaysMakeOneTree() throws {
    let typed: FetchPredicate = \Stay.nights > 2 && \.camper?.fullName == "Ann"
    let format = try FetchPredicate(format: "nights > %d AND camper.fullName == %@", 2, "Ann")
    let macro = try FetchPredicate(
      #Predicate<Stay> { $0.nights > 2 && $0.camper?.fullName == "Ann" })
    let built = CompoundPredicate(andPredicateWithSubpredicates: [
      ComparisonPredicate(
        leftExpression: FetchExpression(forKeyPath: "nights"),
        rightExpression: FetchExpression(forConstantValue: 2), type: .greaterThan),
      ComparisonPredicate(
        leftExpression: FetchExpression(forKeyPath: "camper.fullName"),
        rightExpression: FetchExpression(forConstantValue: "Ann"), type: .equalTo),
    ])
    XCTAssertEqual(typed, format)
    XCTAssertEqual(format, macro)
    XCTAssertEqual(format, built)
  }

  @MainActor
  func testTheExamplesAnswer() async throws {
    try await eachStore(model: model()) { container in
      let context = container.viewContext
      let ann = try Camper.findOrCreate(in: context, matching: \.fullName == "Ann") {
        $0.fullName = "Ann"
      }
      for nights in [2, 5, 8] {
        let stay = Stay(context: context)
        (stay.nights, stay.camper, stay.isPaid) = (nights, ann, nights == 5)
      }
      try context.save()

      let request = Stay.fetchRequest()
        .where(2...5 ~= \.nights && !(\.camper == nil))
        .sorted(by: \.camper?.fullName)
        .sorted(by: \.nights, order: .reverse)
      let long = try Stay.count(in: context, where: \.nights > 7)
      XCTAssertEqual(try context.fetch(request).map(\.nights), [5, 2])
      XCTAssertEqual(long, 1)

      let campers: [TypedPredicate<Camper>] = [
        (\Camper.fullName).beginsWith("an", [.caseInsensitive, .diacriticInsensitive]),
        (\Camper.fullName).in(["Ann", "Bob"]),
        (\Camper.stays).any(\.nights > 3 && \.isPaid == false),
        !(\Camper.stays).all(\.isPaid == true),
        (\Camper.stays).sum(\.nights) > 14,
        \Camper.stays.count > 2,
      ]
      let name = "ann"
      let matching = try FetchPredicate(
        #Predicate<Camper> { camper in
          camper.fullName.localizedStandardContains(name)
            && camper.stays.contains { $0.nights > 3 && !$0.isPaid }
        })
      XCTAssertEqual(try Camper.findOrFetch(in: context, matching: matching), ann)
      for predicate in campers {
        XCTAssertEqual(try Camper.count(in: context, where: predicate), 1, "\(predicate)")
      }
      let stays: [TypedPredicate<Stay>] = [
        try \Stay.nights > 2 && TypedPredicate(format: "camper.fullName MATCHES %@", "A.*"),
        try TypedExpression<Stay, Int>(format: "nights * 2") > 5,
        try TypedPredicate(#Predicate<Stay> { $0.nights % 3 == 2 }) && \.nights != 2,
      ]
      for predicate in stays {
        XCTAssertEqual(try Stay.count(in: context, where: predicate), 2, "\(predicate)")
      }
      let anyRequest = Camper.fetchRequest()
      anyRequest.predicate = \Camper.fullName == "Ann" && (\Camper.stays).any(\.nights == 5)
      anyRequest.sortDescriptors = [FetchSortDescriptor(\Camper.fullName)]
      XCTAssertEqual(try context.fetch(anyRequest), [ann])
    }
  }
}
