import ObjectGraph

func parent(of background: BackgroundContext) -> BackgroundContext? {
  background.parent
}
