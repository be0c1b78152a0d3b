import ObjectGraph

actor Mailer {
  func greet(_ camper: Camper) -> String { camper.fullName }
}

@MainActor
func leaked(_ container: PersistentContainer, _ mailer: Mailer) async -> String {
  let camper = Camper(context: container.viewContext)
  return await mailer.greet(camper)  // refused: sending 'camper' risks
}
