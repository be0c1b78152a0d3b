import ObjectGraph

func leaked(_ background: BackgroundContext) -> Camper? {
  var found: Camper?
  background.performAndWait { context in
    found = Camper(context: context)  // refused: mutation of captured var 'found'
  }
  return found
}
