import ObjectGraph

func leaked(_ background: BackgroundContext) -> Bool {
  let context = background.performAndWait { context in
    context  // refused: returning task-isolated 'context'
  }
  return context.hasChanges
}
