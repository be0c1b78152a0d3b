/// A context's registrations for the saves of others: with its coordinator and, if its parent is a
/// context, with its parent.
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
    if let known = links.childMergers { return known }
    let made = MergeRegistry()
    links.childMergers = made
    return made
  }
}
