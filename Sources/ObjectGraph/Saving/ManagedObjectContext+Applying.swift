import ObjectModel
import ObjectStore

/// Making a context match what a save wrote.
extension ManagedObjectContext {
  /// Makes the context match what was saved, without notifying observers.
  ///
  /// - Parameter plan: the context's own part of it.
  /// - Returns: the news for observers.
  func apply(_ commit: Commit, _ plan: SavePlan, as role: SaveRole) -> SaveNews {
    var application = SaveApplication(to: self, as: role, of: removeSavedChanges())
    application.applyOwn(isCombined: commit.isCombined) { object, place in
      commit.row(of: object, at: place, in: plan)
    }
    // From here on, objects inserted in the parent are known by their permanent keys, as in the
    // commit.
    catchUpWithParent()
    application.applyOthers(commit)
    if !commit.deletes.isEmpty {
      relationships.refaultAllWithoutInverse()
      if role == .ancestor {
        for deletion in commit.deletes {
          relationships.refaultAll(leadingTo: deletion.layout, byJoin: true)
        }
      }
    }
    forgetIdentities()
    return application.news
  }

  /// Makes the context match what its parent has absorbed, without notifying observers.
  ///
  /// - Returns: the news for observers.
  func applySaveToParent() -> SaveNews {
    var application = SaveApplication(to: self, as: .origin, of: removeSavedChanges())
    application.applyOwn { object, _ in object.rowInSave }
    application.news.saved.visit { share($0.key, root: $0.layout.rootNumber) }
    relationships.refaultAllWithoutInverse()
    return application.news
  }

  /// Registers an object under a new key.
  func rekey(_ object: ManagedObject, to key: Int64) {
    let former = object.key
    registry.rekey(object, to: key)
    identities.fill(former) { object.objectID }
  }

  /// Notifies the saved objects, and then observers, of a save.
  func tell(_ news: SaveNews) {
    // As when a child saves into its parent only, observers here learn what changed.
    announceChange(news.arrived)
    news.saved.visit { $0.didSave() }
    defer {
      for object in news.deleted where object.contextReference == nil {
        registry.recordAnnouncement(ofDeleted: object)
      }
    }
    if !news.derived.isEmpty {
      tracker.recordRefresh(of: news.derived)
      scheduleProcessing()
    }
    guard !news.lists.isEmpty else { return }
    if isWanted(.didSave) {
      var info = news.lists.userInfo
      if case .generation(let generation) = contextParent {
        info[NotificationKey.queryGeneration.rawValue] = QueryGenerationToken(generation)
      }
      post(NotificationInterest.didSave.name, userInfo: info)
    }
    if isWanted(.didSaveIDs) {
      post(NotificationInterest.didSaveIDs.name, userInfo: news.lists.idUserInfo(in: self))
    }
  }
}
