import ObjectGraph

actor Mailer {
  func greet(_ name: String) -> String { "Dear \(name)" }
}

@MainActor
func greet(_ container: PersistentContainer, _ mailer: Mailer) async -> String {
  let camper = Camper(context: container.viewContext)
  return await mailer.greet(camper.fullName)
}
