import Foundation

/// The result of a migration or a dry run.
public struct MigrationReport: Sendable, Codable {
  /// One step, from one version to the next.
  public struct Step: Sendable, Codable {
    /// The name of the version before the step.
    public let source: String
    /// The name of the version after the step.
    public let destination: String
    /// Whether it used a mapping model; otherwise, its mapping was inferred.
    public let isMapped: Bool
    /// The entities of both versions: those of the newer one by name, followed by the removed ones.
    public let entities: [Entity]
    /// Values of the old store that were dropped.
    public let lostValues: [Finding]
    /// Values of the new store that violate its model's validation rules; the next save of their
    /// objects will fail.
    public let brokenRules: [Finding]
  }

  /// The changes to the objects of an entity.
  public struct Entity: Sendable, Codable {
    /// What the step does with an entity's objects.
    public enum Action: String, Sendable, Codable {
      /// Their rows are copied as they are.
      case copied
      /// Their rows are changed, or other objects are made from them.
      case transformed
      /// The entity is new.
      case added
      /// The entity is gone, and its objects with it.
      case dropped
    }

    /// The entity's name in the old store; nil for a new entity.
    public let source: String?
    /// The entity's name in the new store; nil for a removed entity.
    public let destination: String?
    /// What the step does with the objects.
    public let action: Action
    /// The number of objects in the old store, not counting those of subentities.
    public let oldCount: Int
    /// The number of objects in the new store, not counting those of subentities.
    public let newCount: Int
  }

  /// Values that are lost or violate a rule.
  public struct Finding: Sendable, Codable {
    /// The entity, by its name in the store that has the values.
    public let entityName: String
    /// The property; nil for whole objects.
    public let key: String?
    /// The problem, such as `has no value`.
    public let problem: String
    /// The number of affected objects.
    public let count: Int
    /// The URIs of the first affected objects, at most `greatestObjectCount`.
    public let objects: [URL]
  }

  /// The maximum number of objects listed in a finding.
  public static let greatestObjectCount = 20

  /// The location of the store.
  public let storeURL: URL
  /// The name of the version that the store had.
  public let source: String
  /// The name of the version to migrate to.
  public let destination: String
  /// The steps, from the oldest version to the newest.
  public let steps: [Step]
  /// The time it took to create the new content, in seconds; after a dry run, an estimate of a
  /// migration's duration.
  public let duration: TimeInterval
  /// Whether it was a dry run.
  public let isTrial: Bool

  package init(
    storeURL: URL, source: String, destination: String, steps: [Step], duration: TimeInterval,
    isTrial: Bool
  ) {
    self.storeURL = storeURL
    self.source = source
    self.destination = destination
    self.steps = steps
    self.duration = duration
    self.isTrial = isTrial
  }
}

extension MigrationReport: CustomStringConvertible {
  public var description: String {
    let seconds = (duration * 10).rounded() / 10
    let title =
      isTrial
      ? "\(storeURL.path) would be migrated from \(source) to \(destination) in about \(seconds) s"
      : "migrated \(storeURL.path) from \(source) to \(destination) in \(seconds) s"
    return ([title] + steps.map { "\($0)" }).joined(separator: "\n")
  }
}

extension MigrationReport.Step: CustomStringConvertible {
  public var description: String {
    let title = "\(source) to \(destination), \(isMapped ? "by a mapping model" : "inferred")"
    let lost = lostValues.map { "  lost: \($0)" }
    let broken = brokenRules.map { "  breaks a rule: \($0)" }
    return ([title] + entities.map { "  \($0)" } + lost + broken).joined(separator: "\n")
  }
}

extension MigrationReport.Entity: CustomStringConvertible {
  public var description: String {
    let (old, new) = (source ?? "", destination ?? "")
    switch action {
    case .copied: return "\(new): \(newCount) copied"
    case .transformed:
      let name = old == new ? new : "\(old) to \(new)"
      return oldCount == newCount
        ? "\(name): \(newCount) transformed" : "\(name): \(newCount) made from \(oldCount)"
    case .added: return "\(new): new, \(newCount)"
    case .dropped: return "\(old): \(oldCount) dropped"
    }
  }
}

extension MigrationReport.Finding: CustomStringConvertible {
  public var description: String {
    let name = [entityName, key].compactMap { $0 }.joined(separator: ".")
    let first = objects.first.map { ", such as \($0.absoluteString)" } ?? ""
    return "\(name) \(problem): \(count)\(first)"
  }
}
