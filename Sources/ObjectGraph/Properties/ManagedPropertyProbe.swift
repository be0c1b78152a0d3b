import ObjectModel
import Synchronization

/// A `@Managed` property as its class declares it.
struct ManagedProperty: Sendable {
  let name: String
  /// The address of the name's literal.
  let address: UInt
  let kind: ManagedKind
}

/// Finds the `@Managed` properties of a class, inherited ones first, once.
///
/// It makes an object, whose wrappers report themselves. Unlike reflection, which looks up the types
/// of the properties and their protocols at run time, they know their types.
@usableFromInline
package final class ManagedPropertyProbe: Sendable {
  /// The number of probes that are running; while there are none, a wrapper does nothing else than
  /// to compare it with 0.
  @usableFromInline static let underWay = Atomic<Int>(0)

  /// The probe that makes an object on this thread.
  @TaskLocal private static var current: ManagedPropertyProbe?

  private static let known = Lock<[ObjectIdentifier: [ManagedProperty]]>([:])

  private struct Findings {
    var properties: [ManagedProperty] = []
    /// Whether the wrappers of the object are complete; what follows belongs to other objects, which
    /// its class makes.
    var isComplete = false
  }

  private let objectClass: ManagedObject.Type
  private let findings = Lock(Findings())

  private init(_ objectClass: ManagedObject.Type) { self.objectClass = objectClass }

  static func properties(of objectClass: ManagedObject.Type) -> [ManagedProperty] {
    guard objectClass != ManagedObject.self else { return [] }
    let id = ObjectIdentifier(objectClass)
    if let found = known.withLock({ $0[id] }) { return found }
    // Run outside of the lock, since the initializer of the class is application code.
    let declared = ManagedPropertyProbe(objectClass).run()
    let superclass = _getSuperclass(objectClass) as? ManagedObject.Type
    let inherited = superclass.map { properties(of: $0) } ?? []
    // The wrappers of a class are made before those of its superclass.
    let found = inherited + declared.dropLast(inherited.count)
    known.withLock { $0[id] = found }
    return found
  }

  private func run() -> [ManagedProperty] {
    Self.underWay.add(1, ordering: .relaxed)
    defer { Self.underWay.subtract(1, ordering: .relaxed) }
    _ = Self.$current.withValue(self) { objectClass.init(ManagedObjectSeed.detached) }
    return findings.withLock { $0.properties }
  }

  /// Notes a wrapper that was just made, if this thread probes.
  @inline(never) @usableFromInline
  static func note(_ name: UnsafePointer<UInt8>, _ kind: ManagedKind) {
    let property = ManagedProperty(
      name: String(cString: name), address: UInt(bitPattern: name), kind: kind)
    current?.findings.withLock { if !$0.isComplete { $0.properties.append(property) } }
  }

  /// Notes that all wrappers of an object are made, if this thread probes.
  @inline(never)
  static func noteObject(of objectClass: ManagedObject.Type) {
    guard let current else { return }
    // An object that is the value of another property of the probed one.
    let isPart = objectClass != current.objectClass
    let others = isPart ? properties(of: objectClass).count : 0
    current.findings.withLock { findings in
      guard !findings.isComplete else { return }
      findings.properties.removeLast(min(others, findings.properties.count))
      findings.isComplete = !isPart
    }
  }
}

/// A `@Managed` property's wrapper.
protocol ManagedPropertyWrapper {}
