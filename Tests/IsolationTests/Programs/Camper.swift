import ObjectGraph

final class Camper: ManagedObject {
  @Managed("fullName") var fullName: String
}
