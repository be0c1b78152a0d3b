import ObjectGraph

func leaked(_ background: BackgroundContext) -> ManagedObjectContext? {
  background.performAndWait { $0.makeChild().parent }  // refused: as a 'sending' result risks
}
