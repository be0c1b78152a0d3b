import ObjectGraph

/// What the actors of a history change: two numbers, each a set of bits.
///
/// Every change of a history sets a bit of its own, so that a value tells which changes are in it.
public final class Tally: ManagedObject {
  @Managed("number") public var number: Int16
  @Managed("first") public var first: Int64
  @Managed("second") public var second: Int64

  /// A model of tallies alone.
  public static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Tally", class: Tally.self, unique: [["number"]]) {
        AttributeDescription("number", .integer16, isOptional: false, default: .integer(0))
        AttributeDescription("first", .integer64, isOptional: false, default: .integer(0))
        AttributeDescription("second", .integer64, isOptional: false, default: .integer(0))
      }
    }
  }

  /// All tallies in a context, by number.
  public static func all(in context: ManagedObjectContext) throws -> [Tally] {
    let request = FetchRequest<Tally>(entityName: "Tally")
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    return try context.fetch(request)
  }

  /// The values of all tallies, by number.
  public static func allValues(in context: ManagedObjectContext) throws -> [Values] {
    try withExtendedLifetime(context) { try all(in: context).map(\.values) }
  }

  /// Sees to it that there are that many tallies, all empty.
  public static func clear(_ count: Int, in context: ManagedObjectContext) throws {
    defer { withExtendedLifetime(context) {} }
    let found = try all(in: context)
    for tally in found { tally.values = Values() }
    for number in found.count..<max(count, found.count) {
      Tally(context: context).number = Int16(number)
    }
    try context.save()
  }

  /// Both numbers.
  public var values: Values {
    get { Values(first: first, second: second) }
    set {
      if first != newValue.first { first = newValue.first }
      if second != newValue.second { second = newValue.second }
    }
  }
}
