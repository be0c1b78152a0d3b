/// A context's places among those that take over what others save: its coordinator's, and its
/// parent's where the parent is a context.
struct MergeMembership {
  private let target: WeakContextReference
  private let registries: [MergeRegistry]

  init(of context: ManagedObjectContext) {
    target = WeakContextReference(context)
    var registries = [MergeRegistry.of(context.coordinator)]
    if case .context(let parent) = context.contextParent {
      registries.append(parent.performAndWait { $0.makeChildMergers() })
    }
    self.registries = registries
    for registry in registries { registry.add(target) }
  }

  func end() {
    for registry in registries { registry.remove(target) }
  }
}

extension ManagedObjectContext {
  func makeChildMergers() -> MergeRegistry {
    if let childMergers { return childMergers }
    let made = MergeRegistry()
    childMergers = made
    return made
  }

  /// Lets the parent's children know what one of them saved into it, and the own
  /// children that it was saved.
  func announce(_ changes: SavePlan, savedTo parent: ManagedObjectContext) {
    func announce(in registry: MergeRegistry?, except origin: ObjectIdentifier?) {
      guard let registry, !registry.isEmpty else { return }
      registry.announce(ChangedObjectIDs(changes, in: self), except: origin)
    }
    announce(in: parent.childMergers, except: ObjectIdentifier(self))
    announce(in: childMergers, except: nil)
  }
}
