import Foundation
import ObjectGraph

/// How much of everything is in a store, and how far its events go.
public struct StoreContents: Sendable, Hashable {
  /// A kind of thing that is counted.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case campgrounds
    case campsites
    case campers
    case reservations
    case lines = "folio lines"
    case sales
    case closedDays = "closed days"
    case employees
    case pictures
    case events

    var entityName: String {
      switch self {
      case .campgrounds: "Campground"
      case .campsites: "CampSite"
      case .campers: "Camper"
      case .reservations: "Reservation"
      case .lines: "FolioEntry"
      case .sales: "Sale"
      case .closedDays: "ClosedDay"
      case .employees: "Employee"
      case .pictures: "EmployeePicture"
      case .events: "Event"
      }
    }
  }

  private var counts: [String: Int] = [:]

  /// The number of things of a kind.
  public subscript(kind: Kind) -> Int { counts[kind.rawValue] ?? 0 }

  /// Counts what is in the store.
  init(of context: ManagedObjectContext) throws {
    for kind in Kind.allCases {
      counts[kind.rawValue] = try context.count(
        for: FetchRequest<ManagedObject>(entityName: kind.entityName))
    }
  }

  // MARK: Metadata

  init(stored: [String: any Sendable]) {
    counts = stored.compactMapValues { ($0 as? any BinaryInteger).map { Int(clamping: $0) } }
  }

  var stored: [String: any Sendable] { counts }
}
