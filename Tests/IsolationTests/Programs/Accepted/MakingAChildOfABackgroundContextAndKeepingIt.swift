import ObjectGraph

func derive(_ background: BackgroundContext) -> BackgroundContext {
  BackgroundContext(parent: background)
}
