import ObjectGraph

func find(_ background: BackgroundContext, _ id: ManagedObjectID) -> String? {
  background.performAndWait { context in
    var found: Camper?
    found = context.object(with: id) as? Camper
    return found?.fullName
  }
}
