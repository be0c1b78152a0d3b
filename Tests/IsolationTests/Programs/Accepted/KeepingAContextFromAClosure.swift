import ObjectGraph

func isEdited(_ background: BackgroundContext) -> Bool {
  background.performAndWait { context in
    context.hasChanges
  }
}
