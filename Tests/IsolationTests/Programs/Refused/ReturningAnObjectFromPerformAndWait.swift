import ObjectGraph

func leaked(_ background: BackgroundContext) -> String {
  let camper = background.performAndWait { context in
    Camper(context: context)  // refused: as a 'sending' result risks
  }
  return camper.fullName
}
