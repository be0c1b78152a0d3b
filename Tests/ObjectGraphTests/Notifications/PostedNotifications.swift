import Foundation
import ObjectGraph
import XCTest

/// Writes down what one context of the main queue posts.
@MainActor
final class PostedNotifications {
  private(set) var names: [Notification.Name] = []
  private var infos: [[AnyHashable: Any]] = []
  private var observers: [any NSObjectProtocol] = []

  init(_ names: Notification.Name..., of context: ManagedObjectContext) {
    for name in names {
      observers.append(
        NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
          [weak self] notification in
          nonisolated(unsafe) let notification = notification
          MainActor.assumeIsolated {
            self?.names.append(notification.name)
            self?.infos.append(notification.userInfo ?? [:])
          }
        })
    }
  }

  isolated deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  var count: Int { names.count }

  /// The raw contents of the last notification.
  var last: [AnyHashable: Any] { infos.last ?? [:] }

  /// The keys of each notification.
  var keys: [Set<String>] { infos.map { Set($0.keys.compactMap { $0.base as? String }) } }

  /// The objects under a key in all notifications together.
  func objects(_ key: ManagedObjectContext.NotificationKey) -> Set<ManagedObject> {
    infos.reduce(into: []) { $0.formUnion($1[key.rawValue] as? Set<ManagedObject> ?? []) }
  }

  /// The IDs under a key in all notifications together.
  func ids(_ key: ManagedObjectContext.NotificationKey) -> Set<ManagedObjectID> {
    infos.reduce(into: []) { $0.formUnion($1[key.rawValue] as? Set<ManagedObjectID> ?? []) }
  }

  func forget() {
    names = []
    infos = []
  }
}

extension XCTestCase {
  /// Lets everything run that waits for the main queue now.
  @MainActor
  func mainQueueTurn() async {
    let turned = expectation(description: "the main queue has come by")
    DispatchQueue.main.async { turned.fulfill() }
    await fulfillment(of: [turned], timeout: 30)
  }
}

extension ManagedObjectContext {
  /// A new owner.
  @discardableResult
  func owner(_ name: String, age: Int16 = 18) -> Owner {
    let owner = Owner(context: self)
    owner.name = name
    owner.age = age
    return owner
  }

  /// The owner of an ID, read.
  func existingOwner(_ id: ManagedObjectID) throws -> Owner {
    try XCTUnwrap(existingObject(with: id) as? Owner)
  }

  var owners: [Owner] {
    get throws {
      let request = FetchRequest<Owner>()
      request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      return try fetch(request)
    }
  }
}
