import Foundation

/// What a migration did, or in a dry run would do.
public struct MigrationReport: Sendable, Codable {
  /// One step, from one version to the next.
  public struct Step: Sendable, Codable {
    public let source: String
    public let destination: String
    /// Whether it followed a mapping model; otherwise its mapping was inferred.
    public let isMapped: Bool
    /// The entities of both versions, those of the newer one first, by name.
    public let entities: [Entity]
    /// Values of the old store that the new one has no place for.
    public let lostValues: [Finding]
    /// Values of the new store that break a rule of its model, which the next save of their objects
    /// would refuse.
    public let brokenRules: [Finding]
  }

  /// What became of the objects of an entity.
  public struct Entity: Sendable, Codable {
    public enum Action: String, Sendable, Codable {
      case copied, transformed, added, dropped
    }

    /// The name of the entity in the old store; nil for a new one.
    public let source: String?
    /// The name of the entity in the new store; nil for one that is gone.
    public let destination: String?
    public let action: Action
    /// How many objects the old store had of it, those of entities below it not counted.
    public let oldCount: Int
    /// How many objects the new store has of it.
    public let newCount: Int
  }

  /// Values that are lost or break a rule.
  public struct Finding: Sendable, Codable {
    public let entityName: String
    /// Nil for objects as a whole.
    public let key: String?
    /// What is the matter, such as `has no value`.
    public let problem: String
    public let count: Int
    /// The URIs of the first objects, at most `greatestObjectCount`.
    public let objects: [URL]
  }

  /// How many objects a finding names.
  public static let greatestObjectCount = 20

  public let storeURL: URL
  public let source: String
  public let destination: String
  public let steps: [Step]
  /// How long it took to make the new content, in seconds: what a migration will take about, after a
  /// dry run.
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
        ? "\(name): \(newCount) transformed" : "\(name): \(newCount) made of \(oldCount)"
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
