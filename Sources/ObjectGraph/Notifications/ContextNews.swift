import Foundation

/// The contents of a context's notification.
struct ContextNews {
  /// The context, or nil if this was read from a notification of a background context.
  let context: ManagedObjectContext?

  private let userInfo: [AnyHashable: Any]

  init(context: ManagedObjectContext, userInfo: [AnyHashable: Any]) {
    self.context = context
    self.userInfo = userInfo
  }

  init(_ notification: Notification) {
    context = notification.object as? ManagedObjectContext
    userInfo = notification.userInfo ?? [:]
  }

  /// The set of objects under one of Core Data's keys.
  func objects(_ key: ManagedObjectContext.NotificationKey) -> Set<ManagedObject> {
    userInfo[key.rawValue] as? Set<ManagedObject> ?? []
  }

  /// Whether the notification has one of Core Data's keys.
  func has(_ key: ManagedObjectContext.NotificationKey) -> Bool { userInfo[key.rawValue] != nil }
}
