import ObjectGraph

func add(_ background: BackgroundContext) -> String {
  background.performAndWait { context in
    Camper(context: context).fullName
  }
}
