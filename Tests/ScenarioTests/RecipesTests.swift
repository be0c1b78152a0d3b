import Foundation
import ObjectGraph
import XCTest

/// Recipes: an address book of dishes, shown by type or by name, with differences and snapshots.
@MainActor
final class RecipesTests: XCTestCase {
  final class Recipe: ManagedObject, ManagedEntity {
    @Managed("name") var name: String?
    @Managed("prepTime") var prepTime: String?
    @Managed("type") var type: RecipeType?
  }

  final class RecipeType: ManagedObject, ManagedEntity {
    @Managed("name") var name: String?
    @Managed("recipes") var recipes: Set<Recipe>
  }

  private nonisolated static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Recipe", class: Recipe.self) {
        AttributeDescription("name", .string)
        AttributeDescription("prepTime", .string)
        RelationshipDescription("type", toOne: "RecipeType", inverse: "recipes")
      }
      EntityDescription("RecipeType", class: RecipeType.self) {
        AttributeDescription("name", .string)
        RelationshipDescription("recipes", toMany: "Recipe", inverse: "type")
      }
    }
  }

  private func launch() throws -> ManagedObjectContext {
    let container = try PersistentContainer(
      name: "Recipes", managedObjectModel: Self.makeModel(), descriptions: [.inMemory()])
    try container.loadPersistentStores()
    let context = container.viewContext
    for (type, names) in [
      ("Dessert", ["Gaufres de Liège", "chocolate cake"]), ("Main course", ["Burger", "Épaule"]),
      ("Drink", ["Cocoa"]),
    ] {
      let kind = RecipeType(context: context)
      kind.name = type
      for name in names {
        let recipe = Recipe(context: context)
        (recipe.name, recipe.type) = (name, kind)
      }
    }
    try context.save()
    return context
  }

  private func recipe(_ name: String, _ context: ManagedObjectContext) throws -> Recipe {
    let request = Recipe.fetchRequest()
    request.predicate = try FetchPredicate(format: "name == %@", name)
    return try XCTUnwrap(context.fetch(request).first)
  }

  /// Titles its sections in brackets.
  private final class Bracketing: FetchedResultsControllerDelegate {
    func controller(
      _ controller: FetchedResultsController<Recipe>, sectionIndexTitleForSectionName name: String
    ) -> String? { "[\(name)]" }
  }

  private final class Differences: FetchedResultsControllerDelegate {
    var shown: [ManagedObjectID] = []
    var wasToldOtherwise = false

    func controller(
      _ controller: FetchedResultsController<Recipe>,
      didChangeContentWith difference: CollectionDifference<ManagedObjectID>
    ) { shown = shown.applying(difference) ?? [] }

    func controllerWillChangeContent(_ controller: FetchedResultsController<Recipe>) {
      wasToldOtherwise = true
    }
  }

  private final class Snapshots: FetchedResultsControllerDelegate {
    var snapshots: [FetchedResultsSnapshot] = []
    var wasToldOtherwise = false

    func controller(
      _ controller: FetchedResultsController<Recipe>,
      didChangeContentWith snapshot: FetchedResultsSnapshot
    ) { snapshots.append(snapshot) }

    func controllerDidChangeContent(_ controller: FetchedResultsController<Recipe>) {
      wasToldOtherwise = true
    }
  }

  private func controller(
    _ context: ManagedObjectContext, byType: Bool
  ) -> FetchedResultsController<Recipe> {
    let request = Recipe.fetchRequest()
    let byName = FetchSortDescriptor(
      key: "name", ascending: true, selector: "localizedStandardCompare:")
    request.sortDescriptors =
      byType ? [FetchSortDescriptor(key: "type.name", ascending: true), byName] : [byName]
    return FetchedResultsController(
      fetchRequest: request, managedObjectContext: context,
      sectionNameKeyPath: byType ? "type.name" : nil)
  }

  func testTheListIsSortedByNameOrByTypeWithTitlesInBrackets() async throws {
    let context = try launch()
    let byName = controller(context, byType: false)
    try byName.performFetch()
    XCTAssertEqual(
      byName.fetchedObjects?.map(\.name),
      ["Burger", "chocolate cake", "Cocoa", "Épaule", "Gaufres de Liège"])
    let byType = controller(context, byType: true)
    let delegate = Bracketing()
    byType.delegate = delegate
    try byType.performFetch()
    XCTAssertEqual(byType.sectionIndexTitles, ["[Dessert]", "[Drink]", "[Main course]"])
    XCTAssertEqual(byType.sections?.map(\.numberOfObjects), [2, 1, 2])
    XCTAssertEqual(try byType.section(forSectionIndexTitle: "[Drink]", at: 1), 1)
  }

  // Facts 127, 150.
  func testAListWithoutSectionsTakesDifferences() async throws {
    let context = try launch()
    let list = controller(context, byType: false)
    let delegate = Differences()
    list.delegate = delegate
    try list.performFetch()
    delegate.shown = list.fetchedObjects?.map(\.objectID) ?? []
    try recipe("Burger", context).name = "Hamburger"
    let soup = Recipe(context: context)
    soup.name = "Dal"
    context.delete(try recipe("Cocoa", context))
    context.processPendingChanges()
    XCTAssertEqual(delegate.shown, list.fetchedObjects?.map(\.objectID))
    XCTAssertEqual(
      list.fetchedObjects?.map(\.name),
      ["chocolate cake", "Dal", "Épaule", "Gaufres de Liège", "Hamburger"])
    XCTAssertFalse(delegate.wasToldOtherwise)
  }

  func testAListWithSectionsIsToldChangeByChangeEvenIfItsDelegateTakesDifferences() async throws {
    let context = try launch()
    let list = controller(context, byType: true)
    let delegate = Differences()
    list.delegate = delegate
    try list.performFetch()
    try recipe("Burger", context).name = "Hamburger"
    context.processPendingChanges()
    XCTAssertTrue(delegate.wasToldOtherwise)
  }

  // Facts 128, 150.
  func testASnapshotIsAllThatADelegateIsTold() async throws {
    let context = try launch()
    let list = controller(context, byType: true)
    let delegate = Snapshots()
    list.delegate = delegate
    try list.performFetch()
    XCTAssertEqual(delegate.snapshots.count, 0)
    let cocoa = try recipe("Cocoa", context)
    let dessert = try recipe("chocolate cake", context).type
    cocoa.type = dessert
    context.processPendingChanges()
    try recipe("Burger", context).prepTime = "20 minutes"
    context.processPendingChanges()
    XCTAssertFalse(delegate.wasToldOtherwise)
    XCTAssertEqual(
      delegate.snapshots.map(\.sectionIdentifiers),
      [
        ["Dessert", "Main course"], ["Dessert", "Main course"],
      ])
    // The first one stays what it was.
    XCTAssertEqual(delegate.snapshots.map { $0.itemIdentifiers(inSection: 0).count }, [3, 3])
    XCTAssertEqual(delegate.snapshots[0].itemIdentifiers(inSection: 0)[1], cocoa.objectID)
    XCTAssertEqual(delegate.snapshots[0].itemIdentifiers, delegate.snapshots[1].itemIdentifiers)
    XCTAssertEqual(
      delegate.snapshots.map(\.reloadedItemIdentifiers),
      [[cocoa.objectID], [try recipe("Burger", context).objectID]])
  }

  func testSnapshotsComeToATaskUntilTheControllerGoes() async throws {
    let context = try launch()
    var list: FetchedResultsController<Recipe>? = controller(context, byType: true)
    try list?.performFetch()
    let snapshots = try XCTUnwrap(list?.snapshots)
    let reader = Task.detached {
      var counts: [Int] = []
      for await snapshot in snapshots { counts.append(snapshot.numberOfItems) }
      return counts
    }
    context.delete(try recipe("Cocoa", context))
    try context.save()
    list = nil
    let counts = await reader.value
    XCTAssertEqual(counts.last, 4)
  }
}
